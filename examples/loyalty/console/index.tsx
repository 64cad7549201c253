import {
  adminKey,
  adminQuery,
  Button,
  callAdmin,
  defineBlock,
  definePage,
  DialogForm,
  EmptyState,
  Group,
  Link,
  May,
  Modal,
  NumberInput,
  PageHeader,
  Person,
  ResourceList,
  Text,
  TextInput,
  useChange,
  useDialog,
  useForm,
  useListParams,
  useQuery,
  When,
  type ConsoleParts,
  type Slots,
} from 'direct-selling-commerce-api/console';

declare module 'direct-selling-commerce-api/console' {
  interface ExtensionPermissions {
    'loyalty.write': true;
  }
}

interface Account {
  tier: string;
  points: number;
  redeeming: number;
}

interface Entry {
  id: number;
  kind: string;
  points: number;
  order_id: number | null;
  booked_at: string;
}

interface Page<Item> {
  results: Item[];
  count: number;
}

const ACCOUNTS = 'loyalty/';
const accountOf = (uid: number) => `loyalty/${uid}/`;
const entriesOf = (uid: number) => `loyalty/${uid}/entries/`;

/** Who has how many points. */
function Members() {
  const params = useListParams();
  const { limit, offset } = params;
  const query = useQuery(adminQuery<Page<Account & { uid: number }>>(ACCOUNTS, { limit, offset }));
  return (
    <>
      <PageHeader title="Points" description="Those of each member, the most first" />
      <ResourceList
        label="Points"
        query={query}
        params={params}
        columns={[
          { title: 'Member', cell: ({ uid }) => <Person uid={uid} /> },
          { title: 'Tier', cell: ({ tier }) => tier },
          { title: 'Points', cell: ({ points }) => points, isNumeric: true },
          { title: 'Redeeming', cell: ({ redeeming }) => redeeming, isNumeric: true },
        ]}
        keyOf={({ uid }) => uid}
        empty={<EmptyState title="Nobody has points" />}
      />
    </>
  );
}

/** What a member has, and how it came. */
function PointsOf({ uid }: Slots['member']) {
  const { data: account } = useQuery(adminQuery<Account>(accountOf(uid)));
  const { data: entries } = useQuery(adminQuery<Page<Entry>>(entriesOf(uid), { limit: 5 }));
  const giving = useDialog('give-points');
  return (
    <>
      <Group justify="space-between">
        <Text>{account === undefined ? '' : `${account.points} points, tier: ${account.tier}`}</Text>
        <May do="loyalty.write">
          <Button variant="default" onClick={() => giving.open()}>
            Give points…
          </Button>
        </May>
      </Group>
      {entries?.results.map(({ id, kind, points, order_id, booked_at }) => (
        <Group key={id} gap="sm">
          <When at={booked_at} />
          <Text>{`${points} ${kind}`}</Text>
          {order_id === null ? null : <Link to={`/orders/${order_id}`}>the order</Link>}
        </Group>
      ))}
      <Modal opened={giving.isOpen} onClose={giving.close} title="Give points">
        <GivePoints uid={uid} onClose={giving.close} />
      </Modal>
    </>
  );
}

function GivePoints({ uid, onClose }: { uid: number; onClose: () => void }) {
  const form = useForm({ mode: 'controlled', initialValues: { points: 10, reason: '' } });
  const change = useChange({
    run: (body: { points: number; reason: string }) => callAdmin<Account>('POST', accountOf(uid), { body }),
    refreshes: [adminKey(ACCOUNTS), adminKey(accountOf(uid)), adminKey(entriesOf(uid))],
    done: ({ points }) => `The member has ${points} points`,
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={change.mutate}
      change={change}
      failed="No points were given"
      action="Give"
      onClose={onClose}
    >
      <NumberInput label="Points" description="Negative to take them" {...form.getInputProps('points')} />
      <TextInput label="Reason" {...form.getInputProps('reason')} />
    </DialogForm>
  );
}

export default [
  definePage('members', Members),
  defineBlock('member', { title: 'Loyalty points', Component: PointsOf }),
] satisfies ConsoleParts;
