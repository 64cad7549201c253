import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { t } from '../../i18n/t';

export type Correction = Schemas['CorrectionView'];
export type ListedCorrection = Schemas['ListedCorrectionView'];
export type CorrectionStatus = Correction['status'];
export type CorrectedPeriod = Schemas['CorrectedPeriodView'];
export type CorrectedMember = Schemas['CorrectedMemberView'];

/** Milliseconds between looks at corrections that are calculated. */
const LOOK_MS = 1_000;
const LOOK_AT_LIST_MS = 3_000;

/** The statuses of corrections, as select options. */
export const STATUSES: readonly { value: CorrectionStatus; label: string }[] = [
  { value: 'queued', label: t('Queued') },
  { value: 'running', label: t('Running') },
  { value: 'calculated', label: t('Calculated') },
  { value: 'approved', label: t('Approved') },
  { value: 'failed', label: t('Failed') },
  { value: 'discarded', label: t('Discarded') },
];

/** Whether a correction is being calculated. */
export const isGoing = ({ status }: { status: CorrectionStatus }): boolean =>
  status === 'queued' || status === 'running';

interface PageOf {
  limit: number;
  offset: number;
}

/** Corrections, newest first. */
export const correctionsQuery = (query: PageOf & { status?: CorrectionStatus; uid?: number }) =>
  queryOptions({
    queryKey: ['corrections', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/commission-corrections/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isGoing) === true ? LOOK_AT_LIST_MS : false),
  });

/** One correction, looked at again and again while it is calculated. */
export const correctionQuery = (id: number) =>
  queryOptions({
    queryKey: ['corrections', 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-corrections/{id}/', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && isGoing(state.data) ? LOOK_MS : false),
  });

/** Members whose earnings a correction changes, by period, largest differences first. */
export const correctedMembersQuery = (id: number, query: PageOf) =>
  queryOptions({
    queryKey: ['corrections', 'members', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-corrections/{id}/members/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });

/** What a decision on a correction may show elsewhere. */
export const CORRECTIONS_CHANGED = [['corrections'], ['earnings'], ['runs'], ['compliance'], ['audit']] as const;
