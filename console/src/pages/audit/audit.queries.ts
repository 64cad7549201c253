import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type AuditEntry = Schemas['AuditEntryView'];

/** What the audit log calls a thing. */
export interface Entity {
  type: string;
  id: string | number;
}

/** The action of a failed super admin log-in. */
export const LOGIN_FAILED = 'login.failed';

interface ListQuery {
  limit: number;
  offset: number;
  search?: string;
  actor?: string;
  about?: number;
  action?: string;
  entity_type?: string;
  entity_id?: string;
  from?: string;
  to?: string;
}

/** The audit log, newest first. */
export const auditQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/audit/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
