import { Checkbox, Modal, NumberInput, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { DialogForm } from '#console/components/dialog-form';
import { download } from '#console/components/download';
import type { Dialog } from '#console/components/use-dialog';
import type { Payout } from '../payouts.queries';
import { t } from '#console/i18n/t';

/** Transfers of one file. */
const PART = 5_000;

const COLUMNS = [
  { value: 'reference', label: t('Reference') },
  { value: 'uid', label: t('User id') },
  { value: 'username', label: t('Username') },
  { value: 'name', label: t('Name') },
  { value: 'email', label: t('E-mail address') },
  { value: 'holder', label: t('Account holder') },
  { value: 'iban', label: 'IBAN' },
  { value: 'bic', label: 'BIC' },
  { value: 'routing_number', label: t('Routing number') },
  { value: 'account_number', label: t('Account number') },
  { value: 'amount', label: t('Amount') },
  { value: 'currency_code', label: t('Currency') },
] as const;

const USUAL = ['reference', 'holder', 'iban', 'bic', 'amount', 'currency_code'];

interface FileValues extends Record<string, unknown> {
  format: 'csv' | 'pain.001' | 'nacha';
  columns: string[];
  part: number | string;
  payable_only: boolean;
}

/** Downloads what is left of a batch as a file for the bank, with columns to choose, or of transfers. */
export function BankFileDialog({ payout, dialog }: { payout: Payout; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('File for the bank: payout {{id}}', { id: payout.id })}
    >
      <BankFileForm payout={payout} onClose={dialog.close} />
    </Modal>
  );
}

function BankFileForm({
  payout: { id, members, currency_code: currency },
  onClose,
}: {
  payout: Payout;
  onClose: () => void;
}) {
  const form = useForm<FileValues>({
    initialValues: { format: 'csv', columns: USUAL, part: 1, payable_only: false },
    validate: { columns: (chosen) => (chosen.length === 0 ? t('Choose at least one column') : null) },
  });
  const { format } = form.values;
  const about = (only: string): string =>
    currency === only
      ? t('At most 5,000 transfers in a file.')
      : t('Only for payouts in {{currency}}.', { currency: only });
  const change = useChange({
    run: async ({ columns, part, payable_only }: FileValues) => {
      const transfers = { format, part: Number(part) || 1, payable_only };
      const query = format === 'csv' ? { format, columns: columns.join(',') } : transfers;
      const params = { path: { id }, query };
      const { data, response } = await api.GET('/admin/api/payouts/{id}/bank-file/', { params, parseAs: 'text' });
      const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      download(name, data as unknown as string, response.headers.get('content-type') ?? 'text/plain');
    },
    refreshes: [['audit']],
    done: t('The file was saved'),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('No file was made')}
      action={t('Download')}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'The items that are neither paid nor failed. The accounts come from an extension and are not kept here; treat the file as confidential.',
        )}
      </Text>
      <Radio.Group label={t('Format')} {...form.getInputProps('format')}>
        <Stack gap="xs" mt="xs">
          <Radio value="csv" label="CSV" description={t('For the portal of a bank or a payment provider.')} />
          <Radio
            value="pain.001"
            label={t('SEPA credit transfers (pain.001)')}
            description={about('EUR')}
            disabled={currency !== 'EUR'}
          />
          <Radio
            value="nacha"
            label={t('ACH credits (NACHA)')}
            description={about('USD')}
            disabled={currency !== 'USD'}
          />
        </Stack>
      </Radio.Group>
      {format !== 'csv' ? (
        <>
          {members > PART && (
            <NumberInput
              label={t('Part')}
              description={t('A file has at most 5,000 transfers: parts 1 to {{parts}}.', {
                parts: Math.ceil(members / PART),
              })}
              min={1}
              max={Math.ceil(members / PART)}
              allowDecimal={false}
              {...form.getInputProps('part')}
            />
          )}
          <Checkbox
            label={t('Leave out items that cannot be paid this way')}
            {...form.getInputProps('payable_only', { type: 'checkbox' })}
          />
        </>
      ) : (
        <Checkbox.Group label={t('Columns')} {...form.getInputProps('columns')}>
          <SimpleGrid cols={2} spacing={6} mt="xs">
            {COLUMNS.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </DialogForm>
  );
}
