import { Anchor, Card, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { AsOf } from '../../components/as-of';
import { formatMoney, formatNumber, periodInWords } from '../../components/format';
import { useNow } from '../../components/use-now';
import { Change } from './change';
import type { Home, OpenPeriod } from './home.queries';
import classes from './home.module.css';
import { ledgerAddress } from './ledger-address';
import { rich } from '../../i18n/rich';
import { plural, t } from '../../i18n/t';

const DAY_MS = 86_400_000;

interface PeriodProps<Period> {
  home: Home;
  period: Period;
  /** When the figures were read; milliseconds since 1970. Undefined while they are read again. */
  readAt: number | undefined;
}

/** What the open period comes to, beside the same day of the one before. */
export function PeriodCard({ home, period, readAt }: PeriodProps<OpenPeriod | null>) {
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="open-period">
      {period === null ? (
        <>
          <Title order={2} id="open-period">
            {t('Open period')}
          </Title>
          <Text c="dimmed" mt={4}>
            {rich('No commission plan is in force, so that nothing is counted for a period. <link>Plans</link>', {
              link: (words) => (
                <Anchor component={Link} to="/plans" inherit underline="always">
                  {words}
                </Anchor>
              ),
            })}
          </Text>
        </>
      ) : (
        <Period home={home} period={period} readAt={readAt} />
      )}
    </Card>
  );
}

function Period({ home, period, readAt }: PeriodProps<OpenPeriod>) {
  const { so_far: soFar, before_so_far: before } = period;
  const now = useNow();
  const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
  const days = Math.round((to - from) / DAY_MS);
  const day = Math.min(days, Math.floor((now - from) / DAY_MS) + 1);
  const money = (amount: number): string => formatMoney(amount, home.currency_code);
  const same = periodInWords(period.before);
  const volumes = ledgerAddress(period.from);
  return (
    <>
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} id="open-period">
          {periodInWords(period.period)}
        </Title>
        <Text size="sm" c="dimmed">
          {plural(
            days - day,
            'Open: day {{day}} of {{days}}, {{count}} day left',
            'Open: day {{day}} of {{days}}, {{count}} days left',
            { day, days },
          )}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {readAt === undefined ? '\u00a0' : <AsOf at={new Date(readAt).toISOString()} />}
      </Text>
      <Progress value={(100 * day) / days} size={6} mt="xs" mb="lg" aria-label={t('How much of the period is over')} />
      <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} spacing="lg" className={classes.figures}>
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t('Sales so far')}
          </Text>
          <dd className={classes.figures}>
            <Anchor component={Link} to={volumes} c="inherit" className={classes.figure}>
              {money(soFar.sales ?? 0)}
            </Anchor>
            <Change
              now={soFar.sales ?? 0}
              before={before.sales ?? 0}
              than={t('{{sales}} by the same day of {{same}}', { sales: money(before.sales ?? 0), same })}
            />
          </dd>
        </div>
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t('Commissionable volume so far')}
          </Text>
          <dd className={classes.figures}>
            <Anchor component={Link} to={volumes} c="inherit" className={classes.figure}>
              {formatNumber(soFar.volume ?? 0)}
            </Anchor>
            <Change
              now={soFar.volume ?? 0}
              before={before.volume ?? 0}
              than={t('{{volume}} by the same day of {{same}}', { volume: formatNumber(before.volume ?? 0), same })}
            />
          </dd>
        </div>
      </SimpleGrid>
    </>
  );
}
