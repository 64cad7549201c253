import { Card, Group, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalculator,
  IconCash,
  IconChecklist,
  IconChevronRight,
  IconCircleCheck,
  IconFileImport,
  IconHandStop,
  IconHistoryToggle,
  IconReceipt,
  IconTool,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatNumber, periodInWords } from '../../components/format';
import type { Home } from './home.queries';
import classes from './home.module.css';
import { t } from '../../i18n/t';

/** From which number on the service says only “or more”. */
const MOST_COUNTED = 10_000;

/** Something that waits, with its list. */
interface Item {
  label: string;
  to: string;
  Icon: TablerIcon;
  /** How many; null for what is one thing by itself. */
  count: number | null;
  /** Something has failed. */
  isTrouble?: boolean;
}

const RUN_WORDS: Readonly<Record<string, string>> = {
  queued: t('its final run is waiting to start'),
  running: t('its final run is calculating'),
  calculated: t('its final run waits for approval'),
  approved: t('its final run is approved and not posted'),
};

/** What waits for the user, most urgent first; each leads to its list. */
export function WaitingCard({ home }: { home: Home | undefined }) {
  const items = home === undefined ? [] : itemsOf(home).filter(({ count }) => count !== 0);
  return (
    <Card withBorder component="section" padding={0} aria-labelledby="waiting">
      <Title order={2} id="waiting" p="md">
        {t('What waits')}
      </Title>
      {home === undefined ? (
        <Skeleton height={96} m="md" role="status" aria-label={t('Loading what waits')} />
      ) : items.length === 0 ? (
        <Group gap="xs" px="md" pb="md" c="dimmed">
          <IconCircleCheck size={20} stroke={1.6} aria-hidden />
          <Text size="sm">{t('Nothing waits for you.')}</Text>
        </Group>
      ) : (
        <ul className={classes.rows}>
          {items.map((item) => (
            <li key={item.label}>
              <Row {...item} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ label, to, Icon, count, isTrouble = false }: Item) {
  return (
    <Link to={to} className={classes.row}>
      <ThemeIcon variant="light" color={isTrouble ? 'red' : 'sea'} size={28} radius="md">
        <Icon size={17} stroke={1.7} aria-hidden />
      </ThemeIcon>
      <Text size="sm" span>
        {label}
      </Text>
      <Text span ta="end" className={classes.count}>
        {count !== null && (count >= MOST_COUNTED ? `${formatNumber(MOST_COUNTED)}+` : formatNumber(count))}
      </Text>
      <IconChevronRight size={16} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
    </Link>
  );
}

function itemsOf(home: Home): Item[] {
  const { approvals = 0, payouts, holds, orders, requests, applications } = home;
  const periods = (home.unposted_periods ?? []).map(({ period, run_id: id, run_status: status }): Item => ({
    label: t('{{period}} has ended: {{state}}', {
      period: periodInWords(period),
      state: RUN_WORDS[status ?? ''] ?? t('it has no final run'),
    }),
    to: id === null ? '/commission-runs?dialog=start:final' : `/commission-runs/${id}`,
    Icon: IconCalculator,
    count: null,
  }));
  const dayAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 86_400_000).toISOString();
  return [
    { label: t('Approvals that you can give'), to: '/approvals?for_me=true', Icon: IconChecklist, count: approvals },
    ...periods,
    {
      label: t('Corrections to approve or discard'),
      to: '/commission-corrections?status=calculated',
      Icon: IconHistoryToggle,
      count: home.calculated_corrections ?? 0,
    },
    {
      label: t('Payouts to release'),
      to: '/payouts/batches?status=created',
      Icon: IconCash,
      count: payouts?.to_release ?? 0,
    },
    {
      label: t('Payments to mark as paid or failed'),
      to: payouts?.to_mark === 1 ? `/payouts/${payouts.newest_to_mark}` : '/payouts/batches?status=released',
      Icon: IconCash,
      count: payouts?.items_to_mark ?? 0,
    },
    {
      label: t('Orders awaiting payment'),
      to: '/orders?status=placed',
      Icon: IconReceipt,
      count: orders?.awaiting_payment ?? 0,
    },
    {
      label: t('Paid orders awaiting completion'),
      to: '/orders?status=paid',
      Icon: IconReceipt,
      count: orders?.awaiting_completion ?? 0,
    },
    {
      label: t('Members on hold for 30 days or longer'),
      to: '/payouts/holds',
      Icon: IconHandStop,
      count: holds?.old ?? 0,
    },
    {
      label: t('Imports with refused rows'),
      to: '/imports',
      Icon: IconFileImport,
      count: home.refused_imports ?? 0,
      isTrouble: true,
    },
    {
      label: t('Webhook deliveries that failed in the last 24 hours'),
      to: `/deliveries?status=failed&since=${encodeURIComponent(dayAgo)}`,
      Icon: IconWebhook,
      count: home.failed_deliveries ?? 0,
      isTrouble: true,
    },
    {
      label: t('Requests that failed in the last 24 hours'),
      to: '/requests',
      Icon: IconAlertTriangle,
      count: requests?.server_errors ?? 0,
      isTrouble: true,
    },
    {
      label: t('Applications in maintenance'),
      to: '/applications?status=maintenance',
      Icon: IconTool,
      count: applications?.maintenance ?? 0,
    },
  ];
}
