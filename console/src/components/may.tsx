import type { ReactNode } from 'react';
import { useMay, type Permission } from '../api/permissions';

/** Shows something only to users who have a permission. */
export function May({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null;
}
