import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Balance = Schemas['AdminBalanceView'];
export type Entry = Schemas['AdminEarningView'];
export type PostedPeriod = Schemas['AdminPostedPeriodView'];

interface PageOf {
  limit: number;
  offset: number;
}

/** A member's balance: what is payable, on its way and paid. */
export const balanceQuery = (uid: number) =>
  queryOptions({
    queryKey: ['earnings', 'balance', uid],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/earnings/{uid}/', { params: { path: { uid } }, signal })),
  });

/** The posted periods of a member with what they come to, newest first. */
export const statementsQuery = (uid: number, query: PageOf) =>
  queryOptions({
    queryKey: ['earnings', 'statements', uid, query],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/commission-statements/', { params: { query: { uid, sums: 'true', ...query } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** A member's entries in the earnings ledger with what they come to, newest first. */
export const entriesQuery = (uid: number, query: PageOf) =>
  queryOptions({
    queryKey: ['earnings', 'entries', uid, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/earnings/', { params: { query: { uid, sums: 'true', ...query } }, signal })),
    placeholderData: keepPreviousData,
  });

/** What was posted of a reward with a key: how many members got how much. */
export const rewardQuery = (reward: string, reward_key: string) =>
  queryOptions({
    queryKey: ['earnings', 'reward', reward, reward_key],
    queryFn: ({ signal }) => {
      const query = { reward, reward_key, kind: 'reward', sums: 'true', limit: 1 } as const;
      return dataOf(api.GET('/admin/api/earnings/', { params: { query }, signal }));
    },
  });

/** What a change of somebody's earnings may show elsewhere. */
export const EARNINGS_CHANGED = [['earnings'], ['payouts'], ['audit']] as const;
