import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFileExport, IconFileImport, IconRefresh } from '@tabler/icons-react';
import { May } from '#console/components/may';
import { useDialog } from '#console/components/use-dialog';
import { leftInWords } from '../labels';
import type { Payout } from '../payouts.queries';
import { BankFileDialog } from './bank-file-dialog';
import { CreateDialog } from './create-dialog';
import { ResultsDialog } from './results-dialog';
import { plural, t } from '#console/i18n/t';

/** How far a released batch is: what is left, a file for the bank, a file back from the bank, and paying the failed ones again. */
export function Settling({ payout }: { payout: Payout }) {
  const [results, again, bank] = [useDialog('results'), useDialog('create'), useDialog('bank-file')];
  const { id, members, sums } = payout;
  const share = (count: number): number => (members === 0 ? 0 : (100 * count) / members);
  const hasFailed = sums.failed.items > 0;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{leftInWords(payout)}</Text>
        <Group gap="sm">
          {sums.pending.items > 0 && (
            <May do="payouts.bank-files">
              <Button
                variant="default"
                leftSection={<IconFileExport size={16} aria-hidden />}
                onClick={() => bank.open()}
              >
                {t('File for the bank…')}
              </Button>
            </May>
          )}
          <May do="payouts.write">
            {sums.pending.items > 0 && (
              <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => results.open()}>
                {t('Results from the bank…')}
              </Button>
            )}
            {hasFailed && (
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => again.open(String(id))}
              >
                {plural(sums.failed.items, 'Pay {{count}} failed item again…', 'Pay {{count}} failed items again…')}
              </Button>
            )}
          </May>
        </Group>
      </Group>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={share(sums.paid.items)} color="teal" />
        <Progress.Section value={share(sums.failed.items)} color="red" />
      </Progress.Root>
      <BankFileDialog payout={payout} dialog={bank} />
      <ResultsDialog payout={payout} dialog={results} />
      <CreateDialog dialog={again} />
    </Stack>
  );
}
