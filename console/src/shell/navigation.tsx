import { Box, NavLink as Item, Text } from '@mantine/core';
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
  IconExternalLink,
  IconFileDollar,
  IconFileImport,
  IconHistory,
  IconHistoryToggle,
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
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useMay, type Permission } from '../api/permissions';
import { addressOf, useExtensions } from '../extensions/declared';
import { WaitingCount } from '../pages/approvals';

interface Entry {
  to: string;
  /** Without it everybody sees the entry. */
  permission?: Permission;
  label: string;
  Icon: TablerIcon;
  /** Goes there after `g`. */
  letter?: string;
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
      { to: '/', label: 'Overview', Icon: IconActivity, letter: 'h' },
      { to: '/applications', permission: 'applications.read', label: 'Applications', Icon: IconApps, letter: 'a' },
      { to: '/deliveries', permission: 'deliveries.read', label: 'Deliveries', Icon: IconWebhook, letter: 'd' },
    ],
  },
  {
    title: 'Catalogue',
    entries: [
      { to: '/bundles', permission: 'bundles.read', label: 'Bundles', Icon: IconPackage, letter: 'b' },
      { to: '/product-types', permission: 'product-types.read', label: 'Product types', Icon: IconCategory },
    ],
  },
  {
    title: 'People and sales',
    entries: [
      { to: '/orders', permission: 'orders.read', label: 'Orders', Icon: IconReceipt, letter: 'o' },
      { to: '/users', permission: 'users.read', label: 'Users', Icon: IconUsers, letter: 'u' },
    ],
  },
  {
    title: 'Network',
    entries: [
      { to: '/network/tree', permission: 'network.read', label: 'Network tree', Icon: IconBinaryTree, letter: 'n' },
      { to: '/volumes', permission: 'volumes.read', label: 'Volume ledger', Icon: IconChartBar, letter: 'v' },
      { to: '/network/holding-tank', permission: 'network.read', label: 'Holding tank', Icon: IconHourglass },
      { to: '/imports', permission: 'imports.read', label: 'Imports', Icon: IconFileImport, letter: 'i' },
      { to: '/network/settings', permission: 'network.read', label: 'Network settings', Icon: IconSitemap },
    ],
  },
  {
    title: 'Commissions',
    entries: [
      { to: '/plans', permission: 'plans.read', label: 'Plans', Icon: IconFileDollar, letter: 'l' },
      { to: '/commission-runs', permission: 'runs.read', label: 'Commission runs', Icon: IconCalculator, letter: 'r' },
      {
        to: '/commission-corrections',
        permission: 'corrections.read',
        label: 'Corrections',
        Icon: IconHistoryToggle,
        letter: 'c',
      },
      { to: '/payouts', permission: 'payouts.read', label: 'Payouts', Icon: IconCash, letter: 'p' },
      { to: '/compliance', permission: 'compliance.read', label: 'Compliance', Icon: IconScale },
      { to: '/commission-settings', permission: 'settings.read', label: 'Commission settings', Icon: IconAdjustments },
    ],
  },
  {
    title: 'Trust',
    entries: [
      { to: '/approvals', permission: 'approvals.read', label: 'Approvals', Icon: IconChecklist, Count: WaitingCount },
      { to: '/approval-settings', permission: 'settings.read', label: 'Approval settings', Icon: IconShieldCheck },
      { to: '/audit', permission: 'audit.read', label: 'Audit log', Icon: IconHistory },
      { to: '/signing-keys', permission: 'signing-keys.read', label: 'Signing keys', Icon: IconKey },
    ],
  },
];

/** The links to the pages of each extension. */
function useExtensionGroups(): EntryGroup[] {
  const extensions = useExtensions() ?? [];
  return extensions.map((extension) => ({
    title: extension.title,
    entries: extension.pages.map((page) => ({
      to: addressOf(extension, page),
      label: page.title,
      Icon: IconPuzzle,
    })),
  }));
}

/** The groups of what the user may open. */
function useGroups(): EntryGroup[] {
  const may = useMay();
  return [...GROUPS, ...useExtensionGroups()]
    .map(({ title, entries }) => ({
      ...(title !== undefined && { title }),
      entries: entries.filter(({ permission }) => may(permission)),
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
    <nav aria-label="Main">
      {groups.map(({ title, entries }) => (
        <Box key={entries[0]!.to} mb="sm">
          {title !== undefined && (
            <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
              {title}
            </Text>
          )}
          {entries.map(({ to, label, Icon, Count }) => (
            <NavLink key={to} to={to} end={to === '/'} style={{ textDecoration: 'none', color: 'inherit' }}>
              {({ isActive }) => (
                <Item
                  component="span"
                  active={isActive}
                  label={label}
                  leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                  rightSection={Count && <Count />}
                  variant="light"
                  style={{ borderRadius: 'var(--mantine-radius-md)' }}
                />
              )}
            </NavLink>
          ))}
        </Box>
      ))}
      <Item
        href="/docs"
        target="_blank"
        rel="noreferrer"
        label="API reference"
        leftSection={<IconBook2 size={18} stroke={1.6} aria-hidden />}
        rightSection={<IconExternalLink size={14} stroke={1.6} role="img" aria-label="opens in a new tab" />}
      />
    </nav>
  );
}
