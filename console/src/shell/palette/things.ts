import {
  IconApps,
  IconCalculator,
  IconCash,
  IconCategory,
  IconFileDollar,
  IconPackage,
  IconReceipt,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Schemas } from '../../api/client';
import type { Permission } from '../../api/permissions';
import { t } from '../../i18n/t';

export type FoundKind = Schemas['FoundKindView']['kind'];
export type Found = Schemas['FoundView'];

interface Kind {
  /** Of several, as the navigation says it. */
  label: string;
  /** The list. */
  path: string;
  permission: Permission;
  Icon: TablerIcon;
  /** Whether the page of the list takes `?search=`. */
  hasSearch?: boolean;
}

/** What can be found, and where it is. */
export const KINDS: Readonly<Record<FoundKind, Kind>> = {
  user: { label: t('Users'), path: '/users', permission: 'users.read', Icon: IconUser, hasSearch: true },
  order: { label: t('Orders'), path: '/orders', permission: 'orders.read', Icon: IconReceipt, hasSearch: true },
  bundle: { label: t('Bundles'), path: '/bundles', permission: 'bundles.read', Icon: IconPackage, hasSearch: true },
  application: {
    label: t('Applications'),
    path: '/applications',
    permission: 'applications.read',
    Icon: IconApps,
    hasSearch: true,
  },
  run: { label: t('Commission runs'), path: '/commission-runs', permission: 'runs.read', Icon: IconCalculator },
  plan: { label: t('Plans'), path: '/plans', permission: 'plans.read', Icon: IconFileDollar },
  payout: { label: t('Payouts'), path: '/payouts', permission: 'payouts.read', Icon: IconCash },
  product_type: {
    label: t('Product types'),
    path: '/product-types',
    permission: 'product-types.read',
    Icon: IconCategory,
  },
};

/** The page of something that was found. */
export function addressOf(kind: FoundKind, id: string): string {
  return `${KINDS[kind].path}/${encodeURIComponent(id)}`;
}

/** Of what the page at a path is, if it is of one thing: `/orders/12`. */
export function thingAt(path: string): { kind: FoundKind; to: string } | undefined {
  for (const [kind, { path: list }] of Object.entries(KINDS) as [FoundKind, Kind][]) {
    const id = path.startsWith(`${list}/`) ? path.slice(list.length + 1).split('/')[0]! : '';
    if (id !== '' && !['new', '+new', 'batches', 'balances', 'holds'].includes(id))
      return { kind, to: `${list}/${id}` };
  }
  return undefined;
}
