import type { ReactNode } from 'react';
import { Anchor, Card, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoney, periodInWords } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { NumberTh } from '#console/components/number-th';
import type { CorrectedPeriod, Correction } from '../corrections.queries';
import { Difference } from '../difference';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

/** The payout of each posted period, before and with the correction. */
export function PeriodsSection({ correction: { periods, currency_code: currency } }: { correction: Correction }) {
  return (
    <FormSection
      title={t('Periods')}
      description={t('The payout of each posted period since then: until now, and with the move.')}
      isWide
    >
      <Card withBorder padding={0}>
        <Table.ScrollContainer minWidth={420}>
          <Table horizontalSpacing="md" verticalSpacing="sm" aria-label={t('Periods')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Period')}</Table.Th>
                <NumberTh>{t('Until now')}</NumberTh>
                <NumberTh>{t('Corrected')}</NumberTh>
                <NumberTh>{t('Difference')}</NumberTh>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {periods.map((one) => (
                <Period key={one.period} one={one} currency={currency} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
    </FormSection>
  );
}

function Period({ one, currency }: { one: CorrectedPeriod; currency: string }) {
  const { period, run_id: posted, before_run_id: before, correction_run_id: after } = one;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600} style={{ whiteSpace: 'nowrap' }}>
        {periodInWords(period)}
        {before !== posted && (
          <Text size="xs" c="dimmed" fw={400}>
            {rich('was corrected before; <link>the posted run</link>', {
              link: (words) => <RunLink id={posted}>{words}</RunLink>,
            })}
          </Text>
        )}
      </Table.Th>
      <Table.Td className="numeric">
        <RunLink id={before}>{formatMoney(one.payout_before, currency)}</RunLink>
      </Table.Td>
      <Table.Td className="numeric">
        {one.payout_after === null || after === null ? (
          t('not yet')
        ) : (
          <RunLink id={after}>{formatMoney(one.payout_after, currency)}</RunLink>
        )}
      </Table.Td>
      <Table.Td className="numeric">
        {one.difference === null ? '–' : <Difference amount={one.difference} currency={currency} />}
      </Table.Td>
    </Table.Tr>
  );
}

function RunLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Anchor component={Link} to={`/commission-runs/${id}`} inherit>
      {children}
    </Anchor>
  );
}
