import { Modal, NumberInput, Skeleton, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { DialogForm } from '#console/components/dialog-form';
import { formatMoney } from '#console/components/format';
import type { Dialog } from '#console/components/use-dialog';
import { PAYOUTS_CHANGED, previewQuery } from '../payouts.queries';
import { Preview } from './preview';
import { t } from '#console/i18n/t';

/** Milliseconds without a key before the preview follows. */
const DELAY_MS = 300;

interface CreateValues extends Record<string, unknown> {
  /** Empty text: that of the plan. */
  minimum: number | string;
}

/** Makes a batch of all payable balances, or of those whose transfer of a payout has failed: the subject of the dialog. */
export function CreateDialog({ dialog }: { dialog: Dialog }) {
  const failedOf = dialog.subject === null ? undefined : Number(dialog.subject);
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={
        failedOf === undefined ? t('New batch') : t('Pay the failed ones of payout {{id}} again', { id: failedOf })
      }
      size="lg"
    >
      <CreateForm failedOf={failedOf} onClose={dialog.close} />
    </Modal>
  );
}

function CreateForm({ failedOf, onClose }: { failedOf: number | undefined; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<CreateValues>({ initialValues: { minimum: '' } });
  const wantedOf = ({ minimum }: CreateValues) => ({
    ...(minimum !== '' && { minimum: Number(minimum) }),
    ...(failedOf !== undefined && { failed_of: failedOf }),
  });
  const [wanted] = useDebouncedValue(wantedOf(form.values), DELAY_MS);
  const client = useQueryClient();
  const refresh = (): void => PAYOUTS_CHANGED.forEach((queryKey) => void client.invalidateQueries({ queryKey }));
  const { data: preview } = useQuery(previewQuery(wanted));
  const change = useChange({
    run: (values: CreateValues) =>
      dataOf(
        api.POST('/admin/api/payouts/', {
          body: { ...wantedOf(values), ...(preview !== undefined && { expected_amount: preview.amount }) },
        }),
      ),
    refreshes: PAYOUTS_CHANGED,
    done: ({ id }) => t('Payout {{id}} was created', { id }),
    onDone: ({ id }) => void navigate(`/payouts/${id}`),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values, { onError: refresh })}
      change={change}
      failed={t('No batch was made')}
      action={
        preview === undefined || preview.members === 0
          ? t('Make the batch')
          : t('Make the batch of {{amount}}', { amount: formatMoney(preview.amount, preview.currency_code) })
      }
      onClose={onClose}
    >
      <Text size="sm">
        {failedOf === undefined
          ? t('It takes the whole payable balance of each active distributor who is not on hold.')
          : t('It takes the whole payable balance of those whose transfer has failed.')}{' '}
        {t('The amounts are deducted from the balances at once; nothing is paid before the batch is released.')}
      </Text>
      <NumberInput
        label={t('Minimum balance')}
        description={t('Empty: the minimum of the plan. It can only be raised.')}
        min={0}
        {...form.getInputProps('minimum')}
      />
      {preview === undefined ? (
        <Skeleton height={180} />
      ) : (
        <Preview preview={preview} wanted={wanted} onChanged={refresh} />
      )}
    </DialogForm>
  );
}
