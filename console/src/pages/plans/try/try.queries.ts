import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import type { Plan } from '../plans.queries';

export type Simulation = Schemas['SimulationView'];
export type SimulationResult = NonNullable<Simulation['result']>;
export type SimulatedPlan = SimulationResult['plans'][number];

/** Most plans that are tried at once. */
export const MAX_PLANS = 5;
/** Most posted periods that are offered. */
const MOST_PERIODS = 100;
/** Milliseconds between reads of an unfinished simulation. */
const LOOK_MS = 1_000;

/** The runs that are posted, the newest first: the periods on which a plan can be tried. */
export const postedRunsQuery = queryOptions({
  queryKey: ['runs', 'posted'],
  queryFn: ({ signal }) =>
    dataOf(
      api.GET('/admin/api/commission-runs/', {
        params: { query: { status: 'posted', limit: MOST_PERIODS, offset: 0 } },
        signal,
      }),
    ),
});

/** A simulation, looked at again and again until it is done. */
export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: ['plans', 'simulation', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-simulations/{id}/', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && ['queued', 'running'].includes(state.data.status) ? LOOK_MS : false,
    staleTime: LOOK_MS,
  });

/** Begins to try plans on a posted period. They need not be saved. */
export const simulate = (period: string, plans: readonly Plan['plan'][]): Promise<Simulation> =>
  dataOf(
    api.POST('/admin/api/commission-simulations/', {
      params: { query: { wait: 0 } },
      body: { period, plans: [...plans] },
    }),
  );

/** Starts a preview run, which is calculated in the background. */
export const startPreview = (period: string, planId: number): Promise<Schemas['RunView']> =>
  dataOf(api.POST('/admin/api/commission-runs/', { body: { period, kind: 'preview', plan_id: planId } }));
