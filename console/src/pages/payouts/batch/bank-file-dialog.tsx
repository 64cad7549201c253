import { Checkbox, Modal, NumberInput, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { DialogForm } from '../../../components/dialog-form';
import { download } from '../../../components/download';
import type { Dialog } from '../../../components/use-dialog';
import type { Payout } from '../payouts.queries';
import { t } from '../../../i18n/t';

/** Transfers of one file for SEPA. */
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
  format: 'csv' | 'pain.001';
  columns: string[];
  part: number | string;
  payable_only: boolean;
}

/** Downloads what is left of a batch as a file for the bank, with columns to choose, or for SEPA. */
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
  const isSepa = format === 'pain.001';
  const change = useChange({
    run: async ({ columns, part, payable_only }: FileValues) => {
      const sepa = { format, part: Number(part) || 1, payable_only };
      const query = isSepa ? sepa : { format, columns: columns.join(',') };
      const params = { path: { id }, query };
      const { data } = await api.GET('/admin/api/payouts/{id}/bank-file/', { params, parseAs: 'text' });
      const name = isSepa ? `payout-${id}-${sepa.part}.xml` : `bank-${id}.csv`;
      download(name, data as unknown as string, isSepa ? 'application/xml' : 'text/csv');
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
            description={currency === 'EUR' ? t('At most 5,000 transfers in a file.') : t('Only for payouts in EUR.')}
            disabled={currency !== 'EUR'}
          />
        </Stack>
      </Radio.Group>
      {isSepa ? (
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
            label={t('Leave out items without an account that SEPA can pay')}
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
