import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHandStop, IconPlus } from '@tabler/icons-react';
import { useChange } from '#console/api/use-change';
import { EmptyState } from '#console/components/empty-state';
import type { ListFilter } from '#console/components/list-filters';
import { pageOf, useList } from '#console/components/list-params';
import { ListToolbar } from '#console/components/list-toolbar';
import { May } from '#console/components/may';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { tellUndoable } from '#console/components/undo';
import { useDialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { HOLD_REASONS, holdInWords } from '../labels';
import { holdsQuery, PAYOUTS_CHANGED, type Hold, type HoldsQuery } from '../payouts.queries';
import { hold, release, useHoldBulk } from './hold-bulk';
import { HoldDialog } from './hold-dialog';
import { t } from '#console/i18n/t';

const COLUMNS: readonly Column<Hold>[] = [
  {
    id: 'member',
    title: t('Member'),
    cell: ({ uid, username }) => <UserLink uid={uid} name={username} tab="earnings" fw={600} />,
  },
  { id: 'reason', title: t('Reason'), cell: ({ reason }) => holdInWords(reason) },
  { id: 'note', title: t('Note'), cell: ({ note }) => note },
  { id: 'since', title: t('Since'), sort: '-from', cell: ({ from }) => <When at={from} /> },
  {
    id: 'released',
    title: t('Released', { context: 'hold' }),
    cell: ({ to }) => <When at={to} never={t('not yet')} />,
  },
  {
    id: 'release',
    title: t('Release', { context: 'hold' }),
    cell: (hold) => hold.to === null && <ReleaseButton hold={hold} />,
  },
];

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'open',
    label: t('Status'),
    choices: [
      { value: 'true', label: t('Not released') },
      { value: 'false', label: t('Released', { context: 'hold' }) },
    ],
  },
  { kind: 'choice', name: 'reason', label: t('Reason'), choices: HOLD_REASONS },
  { kind: 'person', name: 'uid', label: t('Member') },
];

/** Opens the dialog of the holds. */
export function PutOnHold() {
  const dialog = useDialog('hold');
  return (
    <May do="holds.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
        {t('Put on hold')}
      </Button>
    </May>
  );
}

/** Members whose payouts are held back, and were. */
export function Holds() {
  const list = useList(FILTERS, '-from');
  const dialog = useDialog('hold');
  const query = useQuery(holdsQuery(pageOf<HoldsQuery>(list)));
  const bulk = useHoldBulk(pageOf<HoldsQuery>(list));
  return (
    <>
      <ResourceList
        label={t('Holds')}
        name="holds"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        bulk={bulk}
        csv={{ path: 'payout-holds/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('Nobody is on hold')}
            hint={t('Members on hold continue to earn, and no batch includes them until the hold is released.')}
            Icon={IconHandStop}
          />
        }
      />
      <HoldDialog dialog={dialog} />
    </>
  );
}

/** Released at once: what was a mistake is put on hold again. */
function ReleaseButton({ hold: { id, uid, username, reason, note } }: { hold: Hold }) {
  const again = useChange({
    run: () => hold(uid, reason, note),
    refreshes: PAYOUTS_CHANGED,
    done: t('{{username}} is on hold again.', { username }),
  });
  const change = useChange({
    run: () => release(id),
    refreshes: PAYOUTS_CHANGED,
    onDone: () => tellUndoable(t('The hold of {{username}} is released.', { username }), () => again.mutate()),
  });
  return (
    <May do="holds.write">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('Release the hold of {{username}}', { username })}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {t('Release', { context: 'hold' })}
      </Button>
    </May>
  );
}
