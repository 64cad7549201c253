import type { AuditEntry } from './audit.queries';

/** Where the console shows what an act was done to; undefined where it has no page. */
export function placeOf({ entity_type, entity_id }: Pick<AuditEntry, 'entity_type' | 'entity_id'>): string | undefined {
  const id = encodeURIComponent(entity_id);
  switch (entity_type) {
    case 'application':
      return `/applications/${id}`;
    case 'bundle':
      return `/bundles/${id}`;
    case 'order':
      return `/orders/${id}`;
    case 'product_type':
      return `/product-types/${id}`;
    case 'user':
      return `/users/${id}`;
    default:
      return undefined;
  }
}
