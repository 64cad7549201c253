import {
  addWords,
  adminKey,
  adminQuery,
  Button,
  callAdmin,
  defineBlock,
  definePage,
  DialogForm,
  EmptyState,
  Link,
  May,
  Modal,
  NumberInput,
  PageHeader,
  Person,
  ResourceList,
  t,
  Text,
  useChange,
  useDialog,
  useForm,
  useListParams,
  useParams,
  useQuery,
  When,
  type ConsoleParts,
  type Slots,
} from 'direct-selling-commerce-api/console';

interface Entry {
  id: number;
  uid: number;
  points: number;
  at: string;
}

const LEDGER = 'points/';

// “Points” is a word of the console's own.
addWords({ de: { 'Give points…': 'Punkte geben …', Points: 'anders' } });

/** A list, a dialog with a form, a change: what most pages are made of. */
function PointsPage() {
  const params = useListParams();
  const { limit, offset } = params;
  const query = useQuery(adminQuery<{ results: Entry[]; count: number }>(LEDGER, { limit, offset }));
  const giving = useDialog('give');
  const rest = useParams()['*'];
  if (rest === 'about') return <PageHeader title="About points" />;
  return (
    <>
      <PageHeader
        title={t('Points')}
        description={<Link to="about">About points</Link>}
        actions={
          <May do="users.write">
            <Button onClick={() => giving.open()}>{t('Give points…')}</Button>
          </May>
        }
      />
      <ResourceList
        label="Points"
        query={query}
        params={params}
        columns={[
          { title: 'Member', cell: ({ uid }) => <Person uid={uid} /> },
          { title: 'When', cell: ({ at }) => <When at={at} /> },
          { title: 'Points', cell: ({ points }) => <span className="points">{points}</span>, isNumeric: true },
        ]}
        keyOf={({ id }) => id}
        empty={<EmptyState title="Nobody has points" />}
      />
      <Modal opened={giving.isOpen} onClose={giving.close} title="Give points">
        <GivePoints onDone={giving.close} />
      </Modal>
    </>
  );
}

function GivePoints({ onDone }: { onDone: () => void }) {
  const form = useForm({ mode: 'controlled', initialValues: { uid: 1, points: 10 } });
  const change = useChange({
    run: (body: { uid: number; points: number }) => callAdmin('POST', LEDGER, { body }),
    refreshes: [adminKey(LEDGER)],
    done: 'The points are given',
    onDone,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed="No points were given"
      action="Give"
      onClose={onDone}
    >
      <NumberInput label="User id (uid)" {...form.getInputProps('uid')} />
      <NumberInput label="Points" {...form.getInputProps('points')} />
    </DialogForm>
  );
}

function Given({ of: given }: { of: object }) {
  return <Text size="sm">{JSON.stringify(given)}</Text>;
}

function Failing({ uid }: Slots['member']) {
  if (uid > 0) throw new Error('no points today');
  return null;
}

export default [
  definePage('points', PointsPage),
  defineBlock('home', { title: 'Points at home', Component: (given) => <Given of={given} /> }),
  defineBlock('member', { title: 'Points of the member', Component: (given) => <Given of={given} /> }),
  defineBlock('member', { Component: Failing }),
  defineBlock('order', { title: 'Points of the order', Component: (given) => <Given of={given} /> }),
  defineBlock('run', { title: 'Points of the run', Component: (given) => <Given of={given} /> }),
] satisfies ConsoleParts;
