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
import { WaitingCount } from '../pages/approvals';

interface Entry {
  to: string;
  label: string;
  Icon: TablerIcon;
  /** How many wait for the user. */
  Count?: () => ReactNode;
}

const GROUPS: readonly { title?: string; entries: readonly Entry[] }[] = [
  {
    entries: [
      { to: '/', label: 'Overview', Icon: IconActivity },
      { to: '/applications', label: 'Applications', Icon: IconApps },
      { to: '/deliveries', label: 'Deliveries', Icon: IconWebhook },
    ],
  },
  {
    title: 'Catalogue',
    entries: [
      { to: '/bundles', label: 'Bundles', Icon: IconPackage },
      { to: '/product-types', label: 'Product types', Icon: IconCategory },
    ],
  },
  {
    title: 'People and sales',
    entries: [
      { to: '/orders', label: 'Orders', Icon: IconReceipt },
      { to: '/users', label: 'Users', Icon: IconUsers },
    ],
  },
  {
    title: 'Network',
    entries: [
      { to: '/network/tree', label: 'Network tree', Icon: IconBinaryTree },
      { to: '/volumes', label: 'Volume ledger', Icon: IconChartBar },
      { to: '/network/holding-tank', label: 'Holding tank', Icon: IconHourglass },
      { to: '/imports', label: 'Imports', Icon: IconFileImport },
      { to: '/network/settings', label: 'Network settings', Icon: IconSitemap },
    ],
  },
  {
    title: 'Commissions',
    entries: [
      { to: '/plans', label: 'Plans', Icon: IconFileDollar },
      { to: '/commission-runs', label: 'Commission runs', Icon: IconCalculator },
      { to: '/commission-corrections', label: 'Corrections', Icon: IconHistoryToggle },
      { to: '/payouts', label: 'Payouts', Icon: IconCash },
      { to: '/compliance', label: 'Compliance', Icon: IconScale },
      { to: '/commission-settings', label: 'Commission settings', Icon: IconAdjustments },
    ],
  },
  {
    title: 'Trust',
    entries: [
      { to: '/approvals', label: 'Approvals', Icon: IconChecklist, Count: WaitingCount },
      { to: '/approval-settings', label: 'Approval settings', Icon: IconShieldCheck },
      { to: '/audit', label: 'Audit log', Icon: IconHistory },
      { to: '/signing-keys', label: 'Signing keys', Icon: IconKey },
    ],
  },
];

/** The main navigation. */
export function Navigation() {
  return (
    <nav aria-label="Main">
      {GROUPS.map(({ title, entries }) => (
        <Box key={title ?? ''} mb="sm">
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
