import type { AuditEntry } from './audit.queries';

/** The path of an entity's page; undefined if it has none. */
export function entityPath({
  entity_type,
  entity_id,
}: Pick<AuditEntry, 'entity_type' | 'entity_id'>): string | undefined {
  const id = encodeURIComponent(entity_id);
  switch (entity_type) {
    case 'application':
      return `/applications/${id}`;
    case 'approval':
      return `/approvals/${id}`;
    case 'approvals':
      return '/approval-settings';
    case 'bundle':
      return `/bundles/${id}`;
    case 'commission_correction':
      return `/commission-corrections/${id}`;
    case 'commission_run':
      return `/commission-runs/${id}`;
    case 'commissions':
      return '/commission-settings';
    case 'import':
      return `/imports/${id}`;
    case 'member':
      return `/users/${id}/network`;
    case 'network':
      return '/network/settings';
    case 'order':
      return `/orders/${id}`;
    case 'payout':
      return `/payouts/${id}`;
    case 'plan':
      return `/plans/${id}`;
    case 'product-type':
      return `/product-types/${id}`;
    case 'user':
      return `/users/${id}`;
    default:
      return undefined;
  }
}
