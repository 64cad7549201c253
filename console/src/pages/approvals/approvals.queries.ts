import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Approval = Schemas['ApprovalView'];
export type ApprovalStatus = Approval['status'];

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
