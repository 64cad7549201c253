import { Alert, Button, Group, Stack, Modal, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { confirm } from '../../components/confirm';
import { DescriptionList } from '../../components/description-list';
import { formatMoney } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { May } from '../../components/may';
import { useDialog, type Dialog } from '../../components/use-dialog';
import { ApprovalForecast, Waiting } from '../approvals';
import { AdjustDialog } from './adjust-dialog';
import { EARNINGS_CHANGED, type Balance } from './earnings.queries';
import { holdsInWords } from './labels';
import { t } from '../../i18n/t';
import { useForm } from '@mantine/form';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';

/** What a member can still be paid, and what was paid. */
export function BalanceSection({ balance: one }: { balance: Balance }) {
  const { balance, payable, in_payouts, paid, holds, currency_code: currency } = one;
  const [adjust, writeOff] = [useDialog('adjust'), useDialog('write-off')];
  const at = `/users/${one.uid}/earnings`;
  const hasLeft = one.kind !== 'distributor' || one.status === 'terminated';
  const money = (value: number): string => formatMoney(value, currency);
  return (
    <FormSection
      title={t('Balance')}
      description={t('What was earned and not paid yet. It carries over, and may be negative.')}
    >
      <Waiting kind="earnings.adjust" at={at} />
      <Waiting kind="earnings.write-off" at={at} />
      <Stack gap="lg">
        {holds.length > 0 && (
          <Alert color="yellow" icon={<IconHandStop aria-hidden />} title={t('Payouts are on hold')}>
            {t('Reason: {{holds}}. The member continues to earn.', { holds: holdsInWords(holds) })}
          </Alert>
        )}
        <DescriptionList
          entries={[
            [t('Balance'), money(balance)],
            [holds.length > 0 ? t('Payable once no longer on hold') : t('Payable now'), money(payable)],
            [t('In open payouts'), money(in_payouts)],
            [t('Paid so far'), money(paid)],
          ]}
        />
        <Group gap="sm">
          <May do="earnings.adjust">
            <Button variant="default" onClick={() => adjust.open()}>
              {t('Adjust…')}
            </Button>
          </May>
          {hasLeft && balance !== 0 && (
            <>
              {balance > 0 && <LastPayout of={one} />}
              <May do="earnings.adjust">
                <Button variant="default" onClick={() => writeOff.open()}>
                  {t('Write off…')}
                </Button>
              </May>
            </>
          )}
        </Group>
      </Stack>
      <AdjustDialog balance={one} dialog={adjust} />
      <WriteOffDialog balance={one} dialog={writeOff} />
    </FormSection>
  );
}

/** Pays who has left once more. */
function LastPayout({ of: { uid, username, balance, currency_code: currency } }: { of: Balance }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <May do="payouts.write">
      <Button
        variant="default"
        onClick={() =>
          confirm({
            title: t('Make a last payout for {{username}}?', { username }),
            body: t(
              'It pays the whole balance of {{balance}}, regardless of the minimum. It is released like other payouts.',
              { balance: formatMoney(balance, currency) },
            ),
            action: t('Make the last payout'),
            isDangerous: false,
            run: async () => {
              const { id } = await dataOf(api.POST('/admin/api/payouts/last/', { body: { uid } }));
              for (const queryKey of EARNINGS_CHANGED) void client.invalidateQueries({ queryKey });
              void navigate(`/payouts/${id}`);
            },
          })
        }
      >
        {t('Last payout…')}
      </Button>
    </May>
  );
}

/** Brings the balance of a member who has left to 0. */
function WriteOffDialog({ balance, dialog }: { balance: Balance; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={t('Write off the balance of {{username}}', { username: balance.username })}
    >
      <WriteOffForm balance={balance} onClose={dialog.close} />
    </Modal>
  );
}

function WriteOffForm({ balance: one, onClose }: { balance: Balance; onClose: () => void }) {
  const { uid, username, balance, currency_code: currency } = one;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? t('Enter a reason') : null) },
  });
  const change = useChange({
    run: ({ reason }: { reason: string }) =>
      dataOf(api.POST('/admin/api/earnings/write-off/', { body: { uid, reason } })),
    refreshes: EARNINGS_CHANGED,
    done: t('The balance of {{username}} is written off', { username }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was written off')}
      action={t('Write off')}
      isDangerous
      forecast={<ApprovalForecast kind="earnings.write-off" id={uid} />}
      onClose={onClose}
    >
      <Text size="sm">
        {t('The balance of {{balance}} becomes 0, by an adjustment. Nobody is paid.', {
          balance: formatMoney(balance, currency),
        })}
      </Text>
      <ReasonField description={t('The member reads it.')} data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
