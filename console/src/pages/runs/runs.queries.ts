import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';
import { t } from '../../i18n/t';

export type Run = Schemas['RunView'];
export type ListedRun = Schemas['ListedRunView'];
export type RunStatus = Run['status'];
/** What can be started; corrections begin with a move that is dated back. */
export type RunKind = Exclude<Run['kind'], 'correction'>;
export type RunSummary = NonNullable<Run['summary']>;
export type RunLine = Schemas['CommissionLineView'];
export type RunMember = Schemas['CommissionMemberView'];

/** Milliseconds between reads of unfinished runs. */
const LOOK_MS = 1_000;
const LOOK_AT_LIST_MS = 3_000;

/** Whether a run is unfinished. */
export const isGoing = ({ status }: { status: RunStatus }): boolean => status === 'queued' || status === 'running';

/** Runs, newest first. */
export const runsQuery = (query: QueryOf<'/admin/api/commission-runs/'>) =>
  queryOptions({
    queryKey: ['runs', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/commission-runs/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isGoing) === true ? LOOK_AT_LIST_MS : false),
  });

export type PeriodToRun = Schemas['PeriodToRunView'];

/** The periods that can be run. */
export const periodsToRunQuery = queryOptions({
  queryKey: ['runs', 'periods'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/commission-runs/periods/', { signal })),
  // What is posted or begun elsewhere matters here.
  staleTime: 0,
});

/** One run, read again and again until it is finished. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/commission-runs/{id}/', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && isGoing(state.data) ? LOOK_MS : false),
  });

export type Bridge = Schemas['BridgeView'];
export type BridgePart = Schemas['BridgePartView'];

/** Why a run pays another amount than the one before. Lines of runs never change. */
export const bridgeQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', 'bridge', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-runs/{id}/bridge/', { params: { path: { id } }, signal })),
  });

/** The run by which a posted one counts since a correction was approved; a page of one, or of none. */
export const correctedByQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', t('corrected by'), id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/commission-runs/', {
          params: { query: { corrects_run_id: id, status: 'approved', limit: 1 } },
          signal,
        }),
      ),
  });

export type RunLinesQuery = QueryOf<'/admin/api/commission-runs/{id}/lines/'>;
export type RunMembersQuery = QueryOf<'/admin/api/commission-runs/{id}/members/'>;

/** Lines of a run. */
export const linesQuery = (id: number, query: RunLinesQuery) =>
  queryOptions({
    queryKey: ['runs', 'lines', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-runs/{id}/lines/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Members of a run with their measures. */
export const membersQuery = (id: number, query: RunMembersQuery) =>
  queryOptions({
    queryKey: ['runs', 'members', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-runs/{id}/members/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });

export type Explained = Schemas['ExplainedView'];
export type ExplainedBonus = Schemas['ExplainedBonusView'];
export type ExplainedLine = Schemas['ExplainedLineView'];
export type Condition = Schemas['ExplainedConditionView'];

/** Why a member got what it got in a run; with an order, what that gave. */
export const explainQuery = (id: number, query: { uid: number; order?: string }) =>
  queryOptions({
    queryKey: ['runs', 'explain', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-runs/{id}/explain/', { params: { path: { id }, query }, signal })),
    retry: false,
  });

/** One line: its formula, the way between source and payee, and the orders that make its base. */
export const explainedLineQuery = (id: number, number: number) =>
  queryOptions({
    queryKey: ['runs', 'line', id, number],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-runs/{id}/lines/{number}/', { params: { path: { id, number } }, signal })),
  });
