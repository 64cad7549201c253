import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Approval = Schemas['ApprovalView'];
export type Forecast = Schemas['ApprovalForecastView'];
export type ApprovalStatus = Approval['status'];

/** Milliseconds between looks at what waits for the user. */
const LOOK_MS = 30_000;

interface ApprovalsRequest {
  limit: number;
  offset: number;
  status?: ApprovalStatus;
  kind?: string;
  for_me?: 'true' | 'false';
}

/** Proposals and what happened to them, newest first. */
export const approvalsQuery = (query: ApprovalsRequest) =>
  queryOptions({
    queryKey: ['approvals', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/approvals/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Whether an action would wait for a second person now. */
export const forecastQuery = (kind: string, id: number) =>
  queryOptions({
    queryKey: ['approval-forecast', kind, id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/approvals/forecast/', { params: { query: { kind, id } }, signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** How many wait for the user. */
export const waitingForMeQuery = queryOptions({
  queryKey: ['approvals', 'for-me'],
  queryFn: ({ signal }) =>
    dataOf(api.GET('/admin/api/approvals/', { params: { query: { for_me: 'true', limit: 1 } }, signal })),
  refetchInterval: LOOK_MS,
});

/** One proposal. */
export const approvalQuery = (id: number) =>
  queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/approvals/{id}/', { params: { path: { id } }, signal })),
  });

/** The settings of approvals. */
export const approvalSettingsQuery = queryOptions({
  queryKey: ['approval-settings'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/approvals/settings/', { signal })),
});
