import { Alert, Button, Code, FileInput, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { DialogFooter } from '#console/components/dialog-footer';
import { describeFailure } from '#console/api/failure';
import { uploadFile } from '#console/api/upload';
import { useChange } from '#console/api/use-change';
import { toCsv } from '#console/components/csv';
import { DescriptionList } from '#console/components/description-list';
import { download } from '#console/components/download';
import { formatMoney, formatNumber } from '#console/components/format';
import type { Dialog } from '#console/components/use-dialog';
import { PAYOUTS_CHANGED, type Payout, type PayoutResults } from '../payouts.queries';
import { rich } from '#console/i18n/rich';
import { plural, t } from '#console/i18n/t';

/** Rows that do not match, which are shown; the file has all. */
const SHOWN_ROWS = 50;

/** What is wrong with a row, in words. */
const PROBLEMS: Readonly<Record<PayoutResults['problems'][number]['problem'], string>> = {
  invalid: t('Cannot be read'),
  unknown: t('Unknown'),
  repeated: t('Repeated'),
  other_amount: t('Other amount'),
  marked_otherwise: t('Marked otherwise'),
};

/** Marks items by a file that the bank has sent back: first says what it would mark, and what does not match. */
export function ResultsDialog({ payout, dialog }: { payout: Payout; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Results of payout {{id}}', { id: payout.id })}
      size="lg"
    >
      <ResultsForm payout={payout} onClose={dialog.close} />
    </Modal>
  );
}

function ResultsForm({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const checked = useResults(payout.id, '?dry_run=true', []);
  const report = checked.data;
  const marking = useResults(payout.id, '?matching_only=true', PAYOUTS_CHANGED, (done) => {
    const marked = done.paid.items + done.failed.items;
    notifications.show({
      color: 'teal',
      message: plural(marked, '{{count}} item of payout {{id}} marked', '{{count}} items of payout {{id}} marked', {
        id: payout.id,
      }),
    });
    onClose();
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    checked.reset();
    marking.reset();
    if (chosen !== null) checked.mutate(chosen);
  };
  const error = marking.error ?? checked.error;
  const count = report === undefined ? 0 : report.paid.items + report.failed.items;
  return (
    <Stack>
      <Text size="sm">
        {rich(
          'A CSV file with the columns <code>reference</code> (of the transfer, as in the file for the bank, or the id of the item), <code>result</code> (<code>paid</code> or <code>failed</code>), <code>amount</code> and <code>reason</code> of a failed one; <code>transfer</code> may be the number of the bank. Column names may be in upper or lower case. Amounts may have a decimal comma if semicolons or tabs separate the columns. The file is checked first.',
          { code: (words) => <Code>{words}</Code> },
        )}
      </Text>
      <FileInput
        label={t('File')}
        placeholder={t('Choose a CSV file')}
        accept=".csv,text/csv"
        value={file}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear the file') }}
        disabled={checked.isPending || marking.isPending}
      />
      <div role="status">
        {error !== null && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('Nothing was marked')}>
            {describeFailure(error)}
          </Alert>
        )}
        {report !== undefined && error === null && <Report report={report} payout={payout} />}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={count === 0}
          loading={checked.isPending || marking.isPending}
          onClick={() => file !== null && marking.mutate(file)}
        >
          {count === 0 ? t('Mark the items') : plural(count, 'Mark {{count}} item', 'Mark {{count}} items')}
        </Button>
      </DialogFooter>
    </Stack>
  );
}

function useResults(
  id: number,
  query: string,
  refreshes: Parameters<typeof useChange>[0]['refreshes'],
  onDone?: (done: PayoutResults) => void,
) {
  const sending = useRef(new AbortController());
  return useChange<File, PayoutResults>({
    run: (file) =>
      uploadFile<PayoutResults>({
        path: `/admin/api/payouts/${id}/results/${query}`,
        file,
        type: 'text/csv',
        idempotencyKey: crypto.randomUUID(),
        onProgress: () => undefined,
        signal: sending.current.signal,
      }),
    refreshes,
    ...(onDone && { onDone }),
    quiet: true,
  });
}

function Report({ report, payout: { id, currency_code: currency } }: { report: PayoutResults; payout: Payout }) {
  const { paid, failed, unchanged, unmatched, problems, left } = report;
  const sum = ({ items, amount }: PayoutResults['paid']): string =>
    `${formatMoney(amount, currency)} (${plural(items, '{{count}} item', '{{count}} items')})`;
  return (
    <Stack gap="md">
      <DescriptionList
        entries={[
          [t('Will be marked as paid'), sum(paid)],
          [t('Will be marked as failed'), sum(failed)],
          [t('Marked so before'), formatNumber(unchanged)],
          [t('Left afterwards'), sum(left)],
        ]}
      />
      {unmatched === 0 ? (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden />}>
          {t('All rows match.')}
        </Alert>
      ) : (
        <>
          <Alert
            color="yellow"
            icon={<IconAlertTriangle aria-hidden />}
            title={plural(unmatched, '{{count}} row not matched', '{{count}} rows not matched')}
          >
            {t(
              'Rows that do not match mark nothing. The others can be marked all the same, and corrected rows by another file.',
            )}
          </Alert>
          <Table.ScrollContainer minWidth={420} mah={260}>
            <Table aria-label={t('Rows that do not match')} verticalSpacing={6} fz="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('Line')}</Table.Th>
                  <Table.Th>{t('Reference')}</Table.Th>
                  <Table.Th>{t('Problem')}</Table.Th>
                  <Table.Th>{t('Why')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {problems.slice(0, SHOWN_ROWS).map(({ line, reference, problem, message }) => (
                  <Table.Tr key={line}>
                    <Table.Td>{line}</Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{reference || '–'}</Table.Td>
                    <Table.Td>{PROBLEMS[problem]}</Table.Td>
                    <Table.Td>{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => download(`payout-${id}-not-matched.csv`, rowsOf(problems), 'text/csv')}
            >
              {t('Download these rows')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function rowsOf(problems: PayoutResults['problems']): string {
  return toCsv([
    ['line', 'reference', 'problem', 'why'],
    ...problems.map(({ line, reference, problem, message }) => [String(line), reference, PROBLEMS[problem], message]),
  ]);
}
