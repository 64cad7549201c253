import { Anchor, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconHandStop, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { confirm } from '../../../components/confirm';
import { EmptyState } from '../../../components/empty-state';
import { useListParams } from '../../../components/list-params';
import { May } from '../../../components/may';
import { ResourceList, type Column } from '../../../components/resource-list';
import { useDialog } from '../../../components/use-dialog';
import { When } from '../../../components/when';
import { holdInWords } from '../labels';
import { holdsQuery, PAYOUTS_CHANGED, type Hold } from '../payouts.queries';
import { HoldDialog } from './hold-dialog';

const COLUMNS: readonly Column<Hold>[] = [
  {
    title: 'Member',
    cell: ({ uid, username }) => (
      <Anchor component={Link} to={`/users/${uid}/earnings`} fw={600}>
        {username}
      </Anchor>
    ),
  },
  { title: 'Reason', cell: ({ reason }) => holdInWords(reason) },
  { title: 'Note', cell: ({ note }) => note },
  { title: 'Since', cell: ({ from }) => <When at={from} /> },
  { title: 'Released', cell: ({ to }) => <When at={to} never="not yet" /> },
  { title: 'Release', cell: (hold) => hold.to === null && <ReleaseButton hold={hold} /> },
];

/** Members whose payouts are held back, and were. */
export function Holds() {
  const params = useListParams();
  const dialog = useDialog('hold');
  const { limit, offset } = params;
  const query = useQuery(holdsQuery({ limit, offset }));
  const add = (
    <May do="holds.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
        Put on hold
      </Button>
    </May>
  );
  return (
    <>
      <ResourceList
        label="Holds"
        query={query}
        params={params}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={add}
        empty={
          <EmptyState
            title="Nobody is on hold"
            hint="Members on hold continue to earn, and no batch includes them until the hold is released."
            Icon={IconHandStop}
          />
        }
      />
      <HoldDialog dialog={dialog} />
    </>
  );
}

function ReleaseButton({ hold: { id, username, reason } }: { hold: Hold }) {
  const client = useQueryClient();
  return (
    <May do="holds.write">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Release the hold of ${username}`}
        onClick={() =>
          confirm({
            title: `Release the hold of ${username}?`,
            body: `The reason was: ${holdInWords(reason).toLowerCase()}. The next batch includes the member, unless another hold applies.`,
            action: 'Release',
            isDangerous: false,
            run: async () => {
              await dataOf(api.POST('/admin/api/payout-holds/{id}/release/', { params: { path: { id } } }));
              for (const queryKey of PAYOUTS_CHANGED) void client.invalidateQueries({ queryKey });
            },
          })
        }
      >
        Release…
      </Button>
    </May>
  );
}
