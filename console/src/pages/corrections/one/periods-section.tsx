import { Anchor, Card, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoney } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import type { CorrectedPeriod, Correction } from '../corrections.queries';
import { Difference } from '../difference';

/** The payout of each posted period, before and with the correction. */
export function PeriodsSection({ correction: { periods, currency_code: currency } }: { correction: Correction }) {
  return (
    <FormSection
      title="Periods"
      description="The payout of each posted period since then: until now, and with the move."
      isWide
    >
      <Card withBorder padding={0}>
        <Table.ScrollContainer minWidth={420}>
          <Table horizontalSpacing="md" verticalSpacing="sm" aria-label="Periods">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Period</Table.Th>
                <Table.Th scope="col" ta="end">
                  Until now
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  Corrected
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  Difference
                </Table.Th>
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
        {period}
        {before !== posted && (
          <Text size="xs" c="dimmed" fw={400}>
            was corrected before; <RunLink id={posted}>the posted run</RunLink>
          </Text>
        )}
      </Table.Th>
      <Table.Td className="numeric">
        <RunLink id={before}>{formatMoney(one.payout_before, currency)}</RunLink>
      </Table.Td>
      <Table.Td className="numeric">
        {one.payout_after === null || after === null ? (
          'not yet'
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

function RunLink({ id, children }: { id: number; children: string }) {
  return (
    <Anchor component={Link} to={`/commission-runs/${id}`} inherit>
      {children}
    </Anchor>
  );
}
