import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type Payout = Schemas['PayoutView'];
export type PayoutsPage = { results: Payout[]; sums?: Schemas['PayoutListSumsView'][] | null };
export type PayoutItem = Schemas['PayoutItemView'];
export type PayoutPreview = Schemas['PayoutPreviewView'];
export type LeftOut = PayoutPreview['left_out'][number]['reason'];
export type PayoutResults = Schemas['PayoutResultsView'];
export type Balance = Schemas['AdminBalanceView'];
export type Hold = Schemas['PayoutHoldView'];
export type PayoutStatus = Payout['status'];
export type ItemStatus = PayoutItem['status'];
export type HoldReason = Hold['reason'];

export type PayoutsQuery = QueryOf<'/admin/api/payouts/'>;
export type ItemsQuery = QueryOf<'/admin/api/payouts/{id}/items/'>;
export type BalancesQuery = QueryOf<'/admin/api/earnings/balances/'>;
export type HoldsQuery = QueryOf<'/admin/api/payout-holds/'>;

/** Payouts, newest first. */
export const payoutsQuery = (query: PayoutsQuery) =>
  queryOptions({
    queryKey: ['payouts', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/payouts/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Which batch is meant, and the people of which part. */
type Previewed = Omit<Schemas['PreviewPayoutDto'], 'limit' | 'offset'>;

/** What a batch would be if it were made now, with 20 people. */
export const previewQuery = (wanted: Previewed) =>
  queryOptions({
    queryKey: ['payouts', 'preview', wanted],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/admin/api/payouts/preview/', { body: { limit: 20, offset: 0, ...wanted }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** One payout. */
export const payoutQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/payouts/{id}/', { params: { path: { id } }, signal })),
  });

/** The items of a payout, by uid. */
export const itemsQuery = (id: number, query: ItemsQuery) =>
  queryOptions({
    queryKey: ['payouts', 'items', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/payouts/{id}/items/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Members with entries in the earnings ledger. */
export const balancesQuery = (query: BalancesQuery) =>
  queryOptions({
    queryKey: ['earnings', 'balances', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/earnings/balances/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Holds on payouts, newest first. */
export const holdsQuery = (query: HoldsQuery) =>
  queryOptions({
    queryKey: ['payouts', 'holds', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/payout-holds/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** What a change of payouts may show elsewhere. */
export const PAYOUTS_CHANGED = [['payouts'], ['earnings'], ['audit']] as const;
