import { Anchor, Button, Stack, Text, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney, periodInWords } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { PAGE_SIZE } from '../../components/list-params';
import { ListSums } from '../../components/list-sums';
import { May } from '../../components/may';
import { Person } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { When } from '../../components/when';
import { ApprovalForecast } from '../approvals';
import { entriesQuery, rewardQuery, type Balance, type Entry, EARNINGS_CHANGED } from './earnings.queries';
import { plural, t } from '../../i18n/t';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { ReasonField } from '../../components/reason-field';

const KINDS: Readonly<Record<Entry['kind'], string>> = {
  commission: t('Commission'),
  clawback: t('Taken back'),
  adjustment: t('Adjustment'),
  payout: t('Payout'),
  payout_failed: t('Failed payout returned'),
  reward: t('Reward'),
  reward_reversed: t('Reward taken back'),
};

/** All entries of a member in the earnings ledger: their sum is the balance. */
export function LedgerSection({ balance: { uid, currency_code: currency } }: { balance: Balance }) {
  const [page, setPage] = useState(1);
  const [reversed, setReversed] = useState<RewardKey | null>(null);
  const query = useQuery(entriesQuery(uid, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }));
  return (
    <FormSection
      title={t('Earnings ledger')}
      description={t('Entries are never changed; their sum is the balance.')}
      isWide
    >
      <ResourceList
        label={t('Earnings ledger')}
        query={query}
        params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
        columns={columnsOf(currency, setReversed)}
        keyOf={({ id }) => id}
        csv={{ path: 'earnings/', asked: { uid } }}
        sums={
          <ListSums
            figures={(query.data?.sums ?? []).map(({ kind, amount }) => [KINDS[kind], formatMoney(amount, currency)])}
          />
        }
        empty={<Text size="sm">{t('Nothing was earned or paid yet.')}</Text>}
      />
      <ReverseRewardDialog of={reversed} currency={currency} onClose={() => setReversed(null)} />
    </FormSection>
  );
}

const columnsOf = (currency: string, onReverse: (reward: RewardKey) => void): readonly Column<Entry>[] => [
  { title: t('Entry'), cell: (entry) => <Source of={entry} onReverse={onReverse} /> },
  { title: t('Amount'), cell: ({ amount }) => formatMoney(amount, currency), isNumeric: true },
  { title: t('Period'), cell: ({ period }) => (period === null ? '–' : periodInWords(period)) },
  { title: t('Reason'), cell: ({ reason }) => <span className="wraps">{reason ?? '–'}</span> },
  { title: t('Written'), cell: ({ at }) => <When at={at} /> },
  { title: t('By'), cell: ({ by_uid: by }) => (by === null ? t('the service') : <Person uid={by} />) },
];

/** What an entry is, with a link to where it came from. */
function Source({ of: entry, onReverse }: { of: Entry; onReverse: (reward: RewardKey) => void }): ReactNode {
  const { kind, uid, run_id: run, payout_id: payout, reward, reward_key: key } = entry;
  if (reward !== null && key !== null) return <Reward of={{ kind, reward, key }} onReverse={onReverse} />;
  const to =
    run !== null ? `/commission-runs/${run}/statements/${uid}` : payout !== null ? `/payouts/${payout}` : undefined;
  if (to === undefined) return <Text size="sm">{KINDS[kind]}</Text>;
  return (
    <Anchor component={Link} to={to} size="sm">
      {KINDS[kind]}
    </Anchor>
  );
}

/** A reward of an extension, which can be taken back as a whole. */
function Reward({
  of: { kind, reward, key },
  onReverse,
}: {
  of: RewardKey & Pick<Entry, 'kind'>;
  onReverse: (reward: RewardKey) => void;
}) {
  return (
    <Stack gap={0} align="flex-start">
      <Text size="sm">
        {KINDS[kind]}: {reward}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {key}
      </Text>
      {kind === 'reward' && (
        <May do="earnings.adjust">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('Take back {{reward}} {{key}}…', { reward, key })}
            onClick={() => onReverse({ reward, key })}
          >
            {t('Take back…')}
          </Button>
        </May>
      )}
    </Stack>
  );
}

/** A reward of an extension, by what it was posted once. */
interface RewardKey {
  reward: string;
  key: string;
}

/** Takes back all of a reward, also of other members. */
function ReverseRewardDialog({ of, ...dialog }: Omit<ReversalProps, 'of'> & { of: RewardKey | null }) {
  return (
    <Modal opened={of !== null} onClose={dialog.onClose} title={t('Take back a reward')}>
      {of !== null && <ReverseRewardForm of={of} {...dialog} />}
    </Modal>
  );
}

interface ReversalProps {
  of: RewardKey;
  currency: string;
  onClose: () => void;
}

function ReverseRewardForm({ of: { reward, key }, currency, onClose }: ReversalProps) {
  const { data: posted } = useQuery(rewardQuery(reward, key));
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? t('Enter a reason') : null) },
  });
  const change = useChange({
    run: ({ reason }: { reason: string }) =>
      dataOf(api.POST('/admin/api/earnings/rewards/reverse/', { body: { reward, key, reason } })),
    refreshes: EARNINGS_CHANGED,
    done: t('{{reward}} {{key}} is taken back', { reward, key }),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was taken back')}
      action={t('Take back')}
      isDangerous
      forecast={<ApprovalForecast kind="reward.reverse" id={reward} reward_key={key} />}
      onClose={onClose}
    >
      <Text size="sm" mih="3em">
        {posted &&
          t('{{amount}} for {{members}}: all that was posted as {{reward}} by the key {{key}} is taken back.', {
            amount: formatMoney(posted.sums?.[0]?.amount ?? 0, currency),
            members: plural(posted.count, '{{count}} member', '{{count}} members'),
            reward,
            key,
          })}
      </Text>
      <ReasonField description={t('The members read it.')} data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
