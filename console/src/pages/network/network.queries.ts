import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { batched } from '../../api/batched';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';
import { ApiFailure } from '../../api/failure';

export type NetworkSettings = Schemas['NetworkSettingsView'];
export type Member = Schemas['AdminMemberView'];
export type MemberKind = Member['kind'];
export type MemberStatus = Member['status'];
export type Tree = 'sponsor' | 'placement';
export type Stands = Member[Tree];
export type Child = Schemas['AdminChildView'];
export type Below = Schemas['AdminDownlineMemberView'];
export type DownlineQuery = QueryOf<'/admin/api/network/{uid}/downline/'>;
export type LegSort = '-group_volume' | 'group_volume' | 'leg' | 'enrolled_at' | '-enrolled_at';
export type Move = Schemas['MoveView'];
export type MoveVolumes = NonNullable<Move['volumes']>;
export type Succession = Schemas['SuccessionView'];
export type Waiting = Schemas['AdminWaitingView'];

/** The settings of the network. */
export const networkSettingsQuery = queryOptions({
  queryKey: ['network', 'settings'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/network/settings/', { signal })),
});

/** A member: the positions in both trees, and their history. */
export const memberQuery = (uid: number) =>
  queryOptions({
    queryKey: ['network', 'member', uid],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/network/{uid}/', { params: { path: { uid } }, signal })),
  });

/** A page of the frontline of a member in a tree, or only one of them. */
export const childrenQuery = (
  uid: number,
  query: { tree: Tree; limit?: number; offset?: number; child_uid?: number },
) =>
  queryOptions({
    queryKey: ['network', 'children', uid, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/network/{uid}/children/', { params: { path: { uid }, query }, signal })),
  });

/** The roots of a tree. */
export const rootsQuery = (query: { tree: Tree; limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['network', 'roots', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/network/roots/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Times that the volumes are asked for again while the service loads the network. */
const MOST_RETRIES = 100;

/** Whether the service is still loading the network, and will have the volumes in a moment. */
export const isLoadingVolumes = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 503 && error.retryAfter !== undefined;

/** Asks again for volumes when the service wants it. */
const LIVE = {
  retry: (count: number, error: Error) => isLoadingVolumes(error) && count < MOST_RETRIES,
  retryDelay: (_: number, error: Error) => 1_000 * ((error instanceof ApiFailure ? error.retryAfter : undefined) ?? 1),
};

/** Who is below a member, with volumes; `levels: 1` are the legs. */
export const downlineQuery = (uid: number, query: DownlineQuery) =>
  queryOptions({
    queryKey: ['network', 'downline', uid, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/network/{uid}/downline/', { params: { path: { uid }, query }, signal })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });

/** The ranks of the plan in force, the lowest first. @param uid a member */
export const ranksQuery = (uid: number) =>
  queryOptions({
    queryKey: ['network', 'ranks', uid],
    queryFn: async ({ signal }) => {
      const { period } = await dataOf(
        api.GET('/admin/api/commission-statements/progress/', { params: { query: { uid } }, signal }),
      );
      const { results } = await dataOf(
        api.GET('/admin/api/plans/', { params: { query: { period, limit: 1 } }, signal }),
      );
      const id = results[0]?.id;
      if (id === undefined) return [];
      const { plan } = await dataOf(api.GET('/admin/api/plans/{id}/', { params: { path: { id } }, signal }));
      return plan.ranks.map(({ name }) => name);
    },
  });

/** Volumes of a member in the open period. */
export interface Figures {
  personal_volume: number;
  /** Null for members without a place in the tree. */
  group_volume: number | null;
  /** How many are below. */
  members: number | null;
  period: Schemas['PeriodView'];
}

/** Most members that one request has figures of. */
const MOST_FIGURES = 100;

const readFigures = (tree: Tree): ((uid: number) => Promise<Figures | undefined>) =>
  batched(MOST_FIGURES, async (uids: readonly number[]) => {
    const query = { tree, uids: uids.join(',') };
    const { period, members } = await dataOf(api.GET('/admin/api/network/figures/', { params: { query } }));
    return new Map(members.map((member) => [member.uid, { ...member, period }]));
  });

const FIGURES = { sponsor: readFigures('sponsor'), placement: readFigures('placement') };

/** The figures of a member in a tree; null if they have no place in it. Figures of several members are read together. */
export const figuresQuery = (tree: Tree, uid: number) =>
  queryOptions({
    queryKey: ['network', 'figures', tree, uid],
    queryFn: async () => (await FIGURES[tree](uid)) ?? null,
    ...LIVE,
  });
export type HoldingTankQuery = QueryOf<'/admin/api/network/holding-tank/'>;

/** Who waits in holding tanks, by enrolment. */
export const holdingTankQuery = (query: HoldingTankQuery) =>
  queryOptions({
    queryKey: ['network', 'holding-tank', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/network/holding-tank/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });

/** Most legs that one page of a parent shows. */
const MOST_LEGS = 100;

/** The members in the legs of a member. */
export const headsQuery = (uid: number) => childrenQuery(uid, { tree: 'placement', limit: MOST_LEGS });
