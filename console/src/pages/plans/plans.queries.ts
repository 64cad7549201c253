import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { ApiFailure, failureOf } from '../../api/failure';
import type { JsonObject } from './document/paths';
import type { JsonSchema } from './document/schema';
import { t } from '../../i18n/t';

export type PlanSummary = Schemas['PlanSummaryView'];
export type Plan = Schemas['PlanView'];
export type PlanStatus = PlanSummary['status'];
export type PlanDifference = Schemas['PlanDifferenceView'];

/** The versions of the plan that match the filters, newest first. */
export const plansQuery = (query: {
  limit: number;
  offset: number;
  search?: string;
  status?: PlanStatus;
  period?: string;
}) =>
  queryOptions({
    queryKey: ['plans', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/plans/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** A version of the plan, with its document. */
export const planQuery = (id: number) =>
  queryOptions({
    queryKey: ['plans', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/plans/{id}/', { params: { path: { id } }, signal })),
  });

/** What is different in another version. */
export const planDiffQuery = (id: number, other: number) =>
  queryOptions({
    queryKey: ['plans', 'diff', id, other],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/plans/{id}/diff/{other}/', { params: { path: { id, other } }, signal })),
  });

/** Ready plans to begin with. */
export const planTemplatesQuery = queryOptions({
  queryKey: ['plans', 'templates'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/plan-templates/', { signal })),
  staleTime: Infinity,
});

/** The JSON Schema of a plan: what the form is made from. It is public, and no answer of the admin API. */
export const planSchemaQuery = queryOptions({
  queryKey: ['plans', 'schema'],
  queryFn: async ({ signal }): Promise<JsonSchema> => {
    const response = await fetch('/plan.schema.json', { signal }).catch(() => {
      throw new ApiFailure(0, 'Offline', t('the service cannot be reached'));
    });
    if (!response.ok) throw await failureOf(response);
    return (await response.json()) as JsonSchema;
  },
  staleTime: Infinity,
});

/** A document as the API takes it. The service validates it; a form may hold an incomplete plan. */
const bodyOf = (document: JsonObject) => document as unknown as Schemas['CommissionPlan'];

/** Saves a new draft. */
export const createPlan = (document: JsonObject): Promise<Plan> =>
  dataOf(api.POST('/admin/api/plans/', { body: bodyOf(document) }));

/** Saves a draft. @param version the one that was edited; any other one is refused */
export const changePlan = (id: number, document: JsonObject, version: number): Promise<Plan> =>
  dataOf(
    api.PUT('/admin/api/plans/{id}/', {
      params: { path: { id }, header: { 'If-Match': String(version) } },
      body: bodyOf(document),
    }),
  );

/** Fails with what publishing a draft would be refused for, before anything is mapped. */
export const dryRunQuery = ({ id, version }: Plan, period: string) =>
  queryOptions({
    queryKey: ['plans', 'dry-run', id, version, period],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/admin/api/plans/{id}/publish/', {
          params: { path: { id }, header: { 'If-Match': String(version) } },
          body: { from_period: period, dry_run: true },
          signal,
        }),
      ),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
