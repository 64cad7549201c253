import { Alert, Box, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/permissions';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { Slot } from '../../extensions/slot';
import { DaysSection } from './days-section';
import { FirstStepsCard } from './first-steps-card';
import { useHomeRange } from './home-range';
import { homeQuery, type Home } from './home.queries';
import classes from './home.module.css';
import { PeriodCard } from './period-card';
import { Standing } from './standing';
import { WaitingCard } from './waiting-card';
import { t } from '../../i18n/t';

/** The first page: money, and what waits, in the order that matters to the user. */
export function HomePage() {
  const range = useHomeRange();
  const { data: home, error, isPending, isPlaceholderData, refetch } = useQuery(homeQuery(range.asked));
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
          <Sections home={home} range={range} isOld={isPlaceholderData} />
          <Slot name="home" given={{}} />
        </Stack>
      )}
    </>
  );
}

interface SectionsProps {
  home: Home;
  range: ReturnType<typeof useHomeRange>;
  /** Other days were asked for, which are not there yet. */
  isOld: boolean;
}

/** Who pays out sees money first, who sells sees orders first. */
function Sections({ home, range, isOld }: SectionsProps) {
  const may = useMay();
  const isMoney = may('payouts.read');
  const period = home.open_period !== undefined && <PeriodCard key="period" home={home} period={home.open_period} />;
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
  const standing = <Standing key="standing" home={home} />;
  return isMoney ? [period, waiting, standing, days] : [waiting, standing, days, period];
}
