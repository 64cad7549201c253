import { Alert, Box, Skeleton, Stack, Button, Card, Group, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMay } from '../../api/permissions';
import { waitingForMeQuery } from '../../api/waiting';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { Slot } from '../../extensions/slot';
import { CompanyFigures } from './company-figures';
import { DaysSection } from './days-section';
import { useHomeRange } from './home-range';
import { homeQuery, type Home } from './home.queries';
import classes from './home.module.css';
import { PeriodCard } from './period-card';
import { WaitingCard } from './waiting-card';
import { t } from '../../i18n/t';
import { Link } from 'react-router';
import { useFirstSteps, useHiddenFirstSteps } from './first-steps.steps';
import { rich } from '../../i18n/rich';

/** The first page: money, and what waits, in the order that matters to the user. */
export function HomePage() {
  const [timeZone, setTimeZone] = useState<string>();
  const range = useHomeRange(timeZone);
  const { data: home, error, isPending, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(homeQuery(range.asked));
  // The first answer says where the days begin.
  if (home !== undefined && home.time_zone !== timeZone) setTimeZone(home.time_zone);
  const mayAsk = useMay()('approvals.read');
  const waiting = useQuery({ ...waitingForMeQuery, enabled: mayAsk }).data?.count;
  const isBehind = home !== undefined && waiting !== undefined && home.approvals !== waiting;
  // The navigation counts approvals more often: both say the same.
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return (
    <>
      <PageHeader title={t('Home')} />
      {isPending ? (
        <Stack role="status" aria-label={t('Loading the figures')}>
          <Skeleton height={170} />
          <Skeleton height={220} />
          <Skeleton height={330} />
        </Stack>
      ) : home === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap="lg" className={classes.home}>
          {error !== null && (
            <Alert color="yellow" role="status">
              {t('The figures could not be refreshed and may be out of date.')}
            </Alert>
          )}
          <FirstStepsCard />
          <Sections
            home={home}
            readAt={isPlaceholderData ? undefined : dataUpdatedAt}
            range={range}
            isOld={isPlaceholderData}
          />
          <Slot name="home" given={{}} />
        </Stack>
      )}
    </>
  );
}

interface SectionsProps {
  home: Home;
  /** Milliseconds since 1970; undefined while other figures are read. */
  readAt: number | undefined;
  range: ReturnType<typeof useHomeRange>;
  /** Other days were asked for, which are not there yet. */
  isOld: boolean;
}

/** Who pays out sees money first, who sells sees orders first. */
function Sections({ home, readAt, range, isOld }: SectionsProps) {
  const may = useMay();
  const isMoney = may('payouts.read');
  const period = home.open_period !== undefined && (
    <PeriodCard key="period" home={home} period={home.open_period} readAt={readAt} />
  );
  const days = (
    <Box key="days" style={{ opacity: isOld ? 0.6 : 1 }} aria-busy={isOld}>
      <DaysSection
        home={home}
        range={range}
        measures={isMoney ? ['sales', 'volume', 'orders', 'new_members'] : ['orders', 'new_members', 'sales', 'volume']}
      />
    </Box>
  );
  const waiting = <WaitingCard key="waiting" home={home} />;
  const figures = <CompanyFigures key="figures" home={home} />;
  return isMoney ? [period, waiting, figures, days] : [waiting, figures, days, period];
}

/** Leads to the first steps while some that the user can do are open, unless they have hidden it. */
function FirstStepsCard() {
  const { steps, done, next } = useFirstSteps();
  const [isHidden, setHidden] = useHiddenFirstSteps();
  if (isHidden || next === undefined) return null;
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="first-steps">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2} id="first-steps">
            {t('First steps')}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {rich('{{done}} of {{all}} done. Next: <next/>', {
              done: String(done),
              all: String(steps.length),
              next: (
                <Text span inherit c="var(--mantine-color-text)" fw={600}>
                  {next.title}
                </Text>
              ),
            })}
          </Text>
        </div>
        <Group gap="xs">
          <Button component={Link} to="/first-steps">
            {t('Go on')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setHidden(true)}>
            {t('Hide')}
          </Button>
        </Group>
      </Group>
      <Progress value={(100 * done) / steps.length} size="sm" mt="sm" aria-label={t('First steps')} />
    </Card>
  );
}
