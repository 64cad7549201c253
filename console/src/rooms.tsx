import {
  IconActivity,
  IconAdjustments,
  IconApps,
  IconBinaryTree,
  IconCalculator,
  IconCash,
  IconCategory,
  IconChartBar,
  IconChecklist,
  IconFileDollar,
  IconFileImport,
  IconFileUpload,
  IconHistory,
  IconHistoryToggle,
  IconHome,
  IconHourglass,
  IconKey,
  IconPackage,
  IconReceipt,
  IconScale,
  IconShieldCheck,
  IconSitemap,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Navigate, type NonIndexRouteObject, type RouteObject } from 'react-router';
import type { Permission } from './api/permissions';
import { WaitingCount } from './shell/waiting-count';
import { t } from './i18n/t';

/** A link of the navigation. */
export interface Entry {
  to: string;
  /** Without it everybody sees the entry. */
  permission?: Permission | undefined;
  label: string;
  Icon: TablerIcon;
  /** Goes there after `g`. */
  letter?: string | undefined;
  /** Only where extensions have declared some. */
  isOfExtensions?: 'commission_inputs';
  /** How many wait for the user. */
  Count?: () => ReactNode;
}

/** Links with a title of their own. */
export interface EntryGroup<One = Entry> {
  title?: string;
  entries: readonly One[];
}

type Page = Omit<NonIndexRouteObject, 'path'>;

/** Pages by their addresses. */
type Pages = Readonly<Record<string, Page>>;

/** A link with all pages that it leads to, which need its permission. */
interface Room extends Entry {
  pages: Pages;
}

/** Pages as the router takes them. */
export function routesOf(pages: Pages): RouteObject[] {
  return Object.entries(pages).map(([path, page]) => ({ path, ...page }));
}

/**
 * A page, which is loaded when it is first visited.
 * @param tabs within it; it opens with the first
 */
function page(load: () => Promise<ComponentType>, tabs?: Pages): Page {
  const lazy = async () => ({ Component: await load() });
  if (tabs === undefined) return { lazy };
  const first = <Navigate to={Object.keys(tabs)[0]!} replace />;
  return { lazy, children: [{ index: true, element: first }, ...routesOf(tabs)] };
}

/** The key that goes to a room after `g`. */
const LETTERS: Readonly<Record<string, string>> = {
  '/': 'h',
  '/bundles': 'b',
  '/orders': 'o',
  '/users': 'u',
  '/network/tree': 'n',
  '/volumes': 'v',
  '/imports': 'i',
  '/plans': 'l',
  '/commission-runs': 'r',
  '/commission-corrections': 'c',
  '/payouts': 'p',
  '/applications': 'a',
  '/deliveries': 'd',
};

/**
 * @param permission without it everybody may see the room
 * @param pages the first is where its link leads to
 */
function room(permission: Permission | undefined, label: string, Icon: TablerIcon, pages: Pages): Room {
  const to = `/${Object.keys(pages)[0]!}`;
  return { to, permission, label, Icon, letter: LETTERS[to], pages };
}

/** The rooms of the console in the order of the navigation, with the pages of each. */
export const ROOMS: readonly EntryGroup<Room>[] = [
  {
    entries: [
      room(undefined, t('Home'), IconHome, {
        '': page(async () => (await import('./pages/home/home')).HomePage),
        'first-steps': page(async () => (await import('./pages/home/first-steps')).FirstStepsPage),
      }),
      {
        ...room('approvals.read', t('Approvals'), IconChecklist, {
          approvals: page(async () => (await import('./pages/approvals/approvals')).ApprovalsPage),
          'approvals/:approvalId': page(async () => (await import('./pages/approvals/approval')).ApprovalPage),
        }),
        Count: WaitingCount,
      },
    ],
  },
  {
    title: t('Catalogue'),
    entries: [
      room('bundles.read', t('Bundles'), IconPackage, {
        bundles: page(async () => (await import('./pages/bundles/bundles')).BundlesPage),
        // Two segments, so that it cannot clash with the id of a bundle.
        'bundles/new/:type': page(async () => (await import('./pages/bundles/new-bundle')).NewBundlePage),
        'bundles/:bundleId': page(async () => (await import('./pages/bundles/bundle')).BundlePage),
      }),
      room('product-types.read', t('Product types'), IconCategory, {
        'product-types': page(async () => (await import('./pages/product-types/product-types')).ProductTypesPage),
        // Names of types start with a letter.
        'product-types/+new': page(
          async () => (await import('./pages/product-types/new-product-type')).NewProductTypePage,
        ),
        'product-types/:name': page(async () => (await import('./pages/product-types/product-type')).ProductTypePage),
      }),
    ],
  },
  {
    title: t('People and sales'),
    entries: [
      room('orders.read', t('Orders'), IconReceipt, {
        orders: page(async () => (await import('./pages/orders/orders')).OrdersPage),
        'orders/:id': page(async () => (await import('./pages/orders/order')).OrderPage),
      }),
      room('users.read', t('Users'), IconUsers, {
        users: page(async () => (await import('./pages/users/users')).UsersPage),
        'users/new': page(async () => (await import('./pages/users/new/new-user')).NewUserPage),
        'users/:uid': page(async () => (await import('./pages/users/user')).UserPage, {
          overview: page(async () => (await import('./pages/users/overview/overview-tab')).OverviewTab),
          profile: page(async () => (await import('./pages/users/profile/profile-tab')).ProfileTab),
          network: page(async () => (await import('./pages/users/network-tab')).NetworkTab),
          team: page(async () => (await import('./pages/users/network-tab')).TeamTab),
          earnings: page(async () => (await import('./pages/users/earnings-tab')).EarningsTab),
          cart: page(async () => (await import('./pages/users/cart-tab')).CartTab),
          wishlist: page(async () => (await import('./pages/users/wishlist-tab')).WishlistTab),
          orders: page(async () => (await import('./pages/users/orders-tab')).OrdersTab),
        }),
      }),
    ],
  },
  {
    title: t('Network'),
    entries: [
      room('network.read', t('Network tree'), IconBinaryTree, {
        'network/tree': page(async () => (await import('./pages/network/tree/tree-page')).TreePage),
      }),
      room('volumes.read', t('Volume ledger'), IconChartBar, {
        volumes: page(async () => (await import('./pages/volumes/volumes')).VolumesPage),
      }),
      room('network.read', t('Holding tank'), IconHourglass, {
        'network/holding-tank': page(
          async () => (await import('./pages/network/holding-tank/holding-tank')).HoldingTankPage,
        ),
      }),
      room('imports.read', t('Imports'), IconFileImport, {
        imports: page(async () => (await import('./pages/imports/imports')).ImportsPage),
        'imports/new/:kind': page(async () => (await import('./pages/imports/new/new-import')).NewImportPage),
        'imports/:id': page(async () => (await import('./pages/imports/one/import')).ImportPage),
      }),
      room('network.read', t('Network settings'), IconSitemap, {
        'network/settings': page(
          async () => (await import('./pages/network/settings/network-settings')).NetworkSettingsPage,
        ),
      }),
    ],
  },
  {
    title: t('Commissions'),
    entries: [
      room('plans.read', t('Plans'), IconFileDollar, {
        plans: page(async () => (await import('./pages/plans/plans')).PlansPage),
        'plans/new': page(async () => (await import('./pages/plans/new/choose-template')).ChooseTemplatePage),
        'plans/new/:template': page(async () => (await import('./pages/plans/new/new-plan')).NewPlanPage),
        'plans/:planId': page(async () => (await import('./pages/plans/plan')).PlanPage, {
          document: page(async () => (await import('./pages/plans/editor/document-tab')).DocumentTab),
          try: page(async () => (await import('./pages/plans/try/try-tab')).TryTab),
          compare: page(async () => (await import('./pages/plans/versions/compare-tab')).CompareTab),
        }),
      }),
      room('runs.read', t('Commission runs'), IconCalculator, {
        'commission-runs': page(async () => (await import('./pages/runs/runs')).RunsPage),
        'commission-runs/:runId': page(async () => (await import('./pages/runs/one/run')).RunPage, {
          summary: page(async () => (await import('./pages/runs/summary/summary-tab')).SummaryTab),
          members: page(async () => (await import('./pages/runs/one/members-tab')).MembersTab),
          lines: page(async () => (await import('./pages/runs/one/lines-tab')).LinesTab),
        }),
      }),
      room('corrections.read', t('Corrections'), IconHistoryToggle, {
        'commission-corrections': page(async () => (await import('./pages/corrections/corrections')).CorrectionsPage),
        'commission-corrections/:correctionId': page(
          async () => (await import('./pages/corrections/one/correction')).CorrectionPage,
        ),
      }),
      {
        ...room('inputs.read', t('Inputs of bonuses'), IconFileUpload, {
          'commission-inputs': page(async () => (await import('./pages/inputs/inputs')).InputsPage),
        }),
        isOfExtensions: 'commission_inputs',
      },
      room('payouts.read', t('Payouts'), IconCash, {
        payouts: page(async () => (await import('./pages/payouts/payouts')).PayoutsPage, {
          batches: page(async () => (await import('./pages/payouts/batch/batches')).Batches),
          balances: page(async () => (await import('./pages/payouts/balances/balances')).Balances),
          holds: page(async () => (await import('./pages/payouts/holds/holds')).Holds),
        }),
        'payouts/:payoutId': page(async () => (await import('./pages/payouts/batch/batch')).BatchPage),
      }),
      room('compliance.read', t('Compliance'), IconScale, {
        compliance: page(async () => (await import('./pages/compliance/compliance')).CompliancePage),
      }),
      room('settings.read', t('Commission settings'), IconAdjustments, {
        'commission-settings': page(
          async () => (await import('./pages/plans/settings/commission-settings')).CommissionSettingsPage,
        ),
      }),
    ],
  },
  {
    title: t('Control'),
    entries: [
      room('settings.read', t('Approval settings'), IconShieldCheck, {
        'approval-settings': page(
          async () => (await import('./pages/approvals/approval-settings')).ApprovalSettingsPage,
        ),
      }),
      room('audit.read', t('Audit log'), IconHistory, {
        audit: page(async () => (await import('./pages/audit/audit')).AuditPage),
      }),
    ],
  },
  {
    title: t('Developers'),
    entries: [
      room('applications.read', t('Applications'), IconApps, {
        applications: page(async () => (await import('./pages/applications/applications')).ApplicationsPage),
        'applications/new': page(async () => (await import('./pages/applications/register/register')).RegisterPage),
        'applications/:id': page(async () => (await import('./pages/applications/application')).ApplicationPage, {
          settings: page(async () => (await import('./pages/applications/settings/settings-tab')).SettingsTab),
          keys: page(async () => (await import('./pages/applications/keys/keys-tab')).KeysTab),
          access: page(async () => (await import('./pages/applications/access/access-tab')).AccessTab),
          'webhook/*': page(async () => (await import('./pages/applications/webhook/webhook-tab')).WebhookTab),
          requests: page(async () => (await import('./pages/applications/requests-tab')).RequestsTab),
          encryption: page(async () => (await import('./pages/applications/encryption/encryption-tab')).EncryptionTab),
        }),
      }),
      room('traffic.read', t('Requests'), IconActivity, {
        requests: page(async () => (await import('./pages/requests/requests')).RequestsPage),
        'requests/refused': page(async () => (await import('./pages/requests/refused')).RefusedPage),
      }),
      room('deliveries.read', t('Deliveries'), IconWebhook, {
        deliveries: page(async () => (await import('./pages/deliveries/deliveries')).DeliveriesPage),
      }),
      room('signing-keys.read', t('Signing keys'), IconKey, {
        'signing-keys': page(async () => (await import('./pages/signing-keys/signing-keys')).SigningKeysPage),
      }),
    ],
  },
];
