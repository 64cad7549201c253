import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoney, formatNumber } from '../../components/format';
import type { Home } from './home.queries';
import classes from './home.module.css';
import { plural, t } from '../../i18n/t';

/** A figure with the list behind it. */
interface Figure {
  title: string;
  value: string;
  note?: string;
  to: string;
}

/** How much there is at present: what is owed, who is on hold, applications, bundles. */
export function CompanyFigures({ home }: { home: Home }) {
  const figures = figuresOf(home);
  if (figures.length === 0) return null;
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: figures.length }} spacing="sm" className={classes.figures}>
      {figures.map(({ title, value, note, to }) => (
        <Paper key={title} withBorder p="md">
          <Text component="dt" size="sm" c="dimmed">
            {title}
          </Text>
          <dd className={classes.figures}>
            <Anchor component={Link} to={to} c="inherit" className={classes.figure}>
              {value}
            </Anchor>
            {note !== undefined && (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </dd>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function figuresOf({ owed, holds, requests, applications, bundles, currency_code: currency }: Home): Figure[] {
  return [
    ...(owed === undefined
      ? []
      : [
          {
            title: t('Owed to members'),
            value: formatMoney(owed.amount, currency),
            note: plural(owed.members, '{{count}} member', '{{count}} members'),
            to: '/payouts/balances',
          },
        ]),
    ...(holds === undefined
      ? []
      : [
          {
            title: t('Members on hold'),
            value: holds.open >= 10_000 ? `${formatNumber(10_000)}+` : formatNumber(holds.open),
            to: '/payouts/holds',
          },
        ]),
    ...(applications === undefined
      ? []
      : [
          {
            title: t('Active applications'),
            value: formatNumber(applications.active),
            to: '/applications?status=active',
          },
        ]),
    ...(requests === undefined
      ? []
      : [
          {
            title: t('Requests, last 24 hours'),
            value: formatNumber(requests.total),
            note: t('{{client_errors}} refused or failed', {
              client_errors: formatNumber(requests.client_errors + requests.server_errors),
            }),
            to: '/requests',
          },
        ]),
    ...(bundles === undefined ? [] : [{ title: t('Bundles'), value: formatNumber(bundles), to: '/bundles' }]),
  ];
}
