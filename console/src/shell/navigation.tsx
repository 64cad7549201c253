import { Box, NavLink as Item, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconActivity,
  IconAdjustments,
  IconApps,
  IconBinaryTree,
  IconBook2,
  IconCalculator,
  IconCash,
  IconCategory,
  IconChartBar,
  IconChecklist,
  IconChevronDown,
  IconExternalLink,
  IconFileDollar,
  IconFileImport,
  IconFileUpload,
  IconHistory,
  IconHistoryToggle,
  IconHome,
  IconHourglass,
  IconKey,
  IconPackage,
  IconPuzzle,
  IconReceipt,
  IconScale,
  IconShieldCheck,
  IconSitemap,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMay, type Permission } from '../api/permissions';
import { addressOf, useExtensions } from '../extensions/declared';
import { WaitingCount } from '../pages/approvals';
import { serviceQuery } from '../api/service';
import classes from './navigation.module.css';
import { t } from '../i18n/t';

interface Entry {
  to: string;
  /** Without it everybody sees the entry. */
  permission?: Permission;
  label: string;
  Icon: TablerIcon;
  /** Goes there after `g`. */
  letter?: string;
  /** Only where extensions have declared some. */
  isOfExtensions?: 'commission_inputs';
  /** How many wait for the user. */
  Count?: () => ReactNode;
}

interface EntryGroup {
  title?: string;
  entries: readonly Entry[];
}

const GROUPS: readonly EntryGroup[] = [
  {
    entries: [
      { to: '/', label: t('Home'), Icon: IconHome, letter: 'h' },
      {
        to: '/approvals',
        permission: 'approvals.read',
        label: t('Approvals'),
        Icon: IconChecklist,

        Count: WaitingCount,
      },
    ],
  },
  {
    title: t('Catalogue'),
    entries: [
      { to: '/bundles', permission: 'bundles.read', label: t('Bundles'), Icon: IconPackage, letter: 'b' },
      { to: '/product-types', permission: 'product-types.read', label: t('Product types'), Icon: IconCategory },
    ],
  },
  {
    title: t('People and sales'),
    entries: [
      { to: '/orders', permission: 'orders.read', label: t('Orders'), Icon: IconReceipt, letter: 'o' },
      { to: '/users', permission: 'users.read', label: t('Users'), Icon: IconUsers, letter: 'u' },
    ],
  },
  {
    title: t('Network'),
    entries: [
      { to: '/network/tree', permission: 'network.read', label: t('Network tree'), Icon: IconBinaryTree, letter: 'n' },
      { to: '/volumes', permission: 'volumes.read', label: t('Volume ledger'), Icon: IconChartBar, letter: 'v' },
      { to: '/network/holding-tank', permission: 'network.read', label: t('Holding tank'), Icon: IconHourglass },
      { to: '/imports', permission: 'imports.read', label: t('Imports'), Icon: IconFileImport, letter: 'i' },
      { to: '/network/settings', permission: 'network.read', label: t('Network settings'), Icon: IconSitemap },
    ],
  },
  {
    title: t('Commissions'),
    entries: [
      { to: '/plans', permission: 'plans.read', label: t('Plans'), Icon: IconFileDollar, letter: 'l' },
      {
        to: '/commission-runs',
        permission: 'runs.read',
        label: t('Commission runs'),
        Icon: IconCalculator,
        letter: 'r',
      },
      {
        to: '/commission-corrections',
        permission: 'corrections.read',
        label: t('Corrections'),
        Icon: IconHistoryToggle,
        letter: 'c',
      },
      {
        to: '/commission-inputs',
        permission: 'inputs.read',
        label: t('Inputs of bonuses'),
        Icon: IconFileUpload,
        isOfExtensions: 'commission_inputs',
      },
      { to: '/payouts', permission: 'payouts.read', label: t('Payouts'), Icon: IconCash, letter: 'p' },
      { to: '/compliance', permission: 'compliance.read', label: t('Compliance'), Icon: IconScale },
      {
        to: '/commission-settings',
        permission: 'settings.read',
        label: t('Commission settings'),
        Icon: IconAdjustments,
      },
    ],
  },
  {
    title: t('Control'),
    entries: [
      { to: '/approval-settings', permission: 'settings.read', label: t('Approval settings'), Icon: IconShieldCheck },
      { to: '/audit', permission: 'audit.read', label: t('Audit log'), Icon: IconHistory },
    ],
  },
  {
    title: t('Developers'),
    entries: [
      { to: '/applications', permission: 'applications.read', label: t('Applications'), Icon: IconApps, letter: 'a' },
      { to: '/requests', permission: 'traffic.read', label: t('Requests'), Icon: IconActivity },
      { to: '/deliveries', permission: 'deliveries.read', label: t('Deliveries'), Icon: IconWebhook, letter: 'd' },
      { to: '/signing-keys', permission: 'signing-keys.read', label: t('Signing keys'), Icon: IconKey },
    ],
  },
];

/** The links to the pages of each extension. */
function useExtensionGroups(): EntryGroup[] {
  const extensions = useExtensions() ?? [];
  return extensions.map((extension) => ({
    title: extension.title,
    entries: extension.pages.map((page) => ({ to: addressOf(extension, page), label: page.title, Icon: IconPuzzle })),
  }));
}

/** The groups of what the user may open. */
function useGroups(): EntryGroup[] {
  const may = useMay();
  const { data: service } = useQuery(serviceQuery);
  return [...GROUPS, ...useExtensionGroups()]
    .map(({ title, entries }) => ({
      ...(title !== undefined && { title }),
      entries: entries.filter(
        ({ permission, isOfExtensions: part }) =>
          may(permission) && (part === undefined || service?.[part] !== undefined),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The rooms that the user may open, in the order of the navigation. */
export function useRooms(): readonly Entry[] {
  return useGroups().flatMap(({ entries }) => entries);
}

/** The main navigation: what the user may open. */
export function Navigation() {
  const groups = useGroups();
  return (
    <nav aria-label={t('Main')}>
      {groups.map(({ title, entries }) =>
        title === undefined ? (
          <Links key="" entries={entries} />
        ) : (
          <FoldingGroup key={title} title={title} entries={entries} />
        ),
      )}
      <Item
        href="/docs"
        target="_blank"
        rel="noreferrer"
        label={t('API reference')}
        leftSection={<IconBook2 size={18} stroke={1.6} aria-hidden />}
        rightSection={<IconExternalLink size={14} stroke={1.6} role="img" aria-label={t('opens in a new tab')} />}
      />
    </nav>
  );
}

/** A group with its title, which folds it; kept for the next visit. A page in a folded group is not hidden while one is on it. */
function FoldingGroup({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const { pathname } = useLocation();
  const [isFolded, setFolded] = useLocalStorage({ key: `navigation-folded-${title}`, defaultValue: false });
  const id = useId();
  const shown = isFolded ? entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) : entries;
  return (
    <Box mt="xs">
      <UnstyledButton
        className={classes.title}
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => setFolded(!isFolded)}
      >
        {title}
        <IconChevronDown
          size={14}
          stroke={1.8}
          aria-hidden
          className={classes.arrow}
          data-folded={isFolded || undefined}
        />
      </UnstyledButton>
      <div id={id}>
        <Links entries={shown} />
      </div>
    </Box>
  );
}

function Links({ entries }: { entries: readonly Entry[] }) {
  return entries.map(({ to, label, Icon, Count }) => (
    <NavLink key={to} to={to} end={to === '/'} style={{ textDecoration: 'none', color: 'inherit' }}>
      {({ isActive }) => (
        <Item
          component="span"
          active={isActive}
          label={label}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          rightSection={Count && <Count />}
          variant="light"
          py={6}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      )}
    </NavLink>
  ));
}
