import { Anchor, Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '#console/api/permissions';
import { Delta, differenceOf } from '#console/components/delta';
import { FailureState } from '#console/components/failure-state';
import { formatMoney, periodInWords } from '#console/components/format';
import { statementsQuery } from '../../earnings';
import { t } from '#console/i18n/t';

const SHOWN = 3;

/** The last posted periods of a member, each with the difference to the one before. */
export function LastStatements({ uid }: { uid: number }) {
  const mayOpen = useMay()('statements.read');
  // One more, for the difference of the last one that is shown.
  const { data, error, refetch } = useQuery(statementsQuery(uid, { limit: SHOWN + 1, offset: 0 }));
  const rows = data?.results ?? [];
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="last-statements">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="last-statements">
          {t('Last statements')}
        </Title>
        <Anchor component={Link} to="../earnings" size="sm">
          {t('All statements')}
        </Anchor>
      </Group>
      {error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('This member has no statement yet.')}
        </Text>
      )}
      <Stack gap="xs">
        {rows.slice(0, SHOWN).map(({ period, run_id, total, currency_code }, index) => {
          const before = rows[index + 1];
          return (
            <Group key={period} justify="space-between" gap="sm">
              {mayOpen ? (
                <Anchor component={Link} to={`/commission-runs/${run_id}/statements/${uid}`} size="sm">
                  {periodInWords(period)}
                </Anchor>
              ) : (
                <Text size="sm">{periodInWords(period)}</Text>
              )}
              <Group gap="sm" fz="sm">
                <Text size="sm">{formatMoney(total, currency_code)}</Text>
                <Box miw={100} ta="end">
                  {before !== undefined && (
                    <Delta
                      value={differenceOf(total, before.total)}
                      format={(value) => formatMoney(value, currency_code)}
                    />
                  )}
                </Box>
              </Group>
            </Group>
          );
        })}
      </Stack>
    </Card>
  );
}
