import { describe, expect, it } from '@jest/globals';
import type { Edge, Evidence, State, StoredEvent, Tree } from './evidence.js';
import type { Asked } from './hand.js';
import type { Figures, Told, ToldMember } from './told.js';
import { checkNetwork, checkRows, type Failure } from './verdict.js';

const NOON = Date.parse('2026-11-23T12:00:00.000Z');
const at = (ms: number): number => NOON + ms;
const text = (ms: number): string => new Date(at(ms)).toISOString();

/** Evidence that may be changed. */
type Draft = Pick<Evidence, 'isOurs'> & {
  events: StoredEvent[];
  asked: Asked[];
  told: (Omit<Told, 'live' | 'members'> & { live: Record<Tree, Figures[]>; members: ToldMember[] })[];
  tables: {
    edges: Edge[];
    states: State[];
    members: Evidence['tables']['members'][number][];
    ledger: Evidence['tables']['ledger'][number][];
  };
};

describe('the verdict on a network', () => {
  it('finds nothing wrong where all says the same', () => {
    expect(checkNetwork(network())).toEqual([]);
  });

  it.each<[Failure['kind'], string, (draft: Draft) => void]>([
    ['vanished', 'an acknowledged move without its event', ({ asked }) => asked.push(move('net-lost', 'acknowledged'))],
    ['vanished', 'an acknowledged sign-up without its event', ({ asked }) => asked.push(signUp('net-nobody'))],
    ['resurrected', 'a refused change that was committed', ({ asked }) => (asked[4]!.outcome = 'refused')],
    ['resurrected', 'a change that nobody asked for', ({ asked }) => asked.splice(4, 1)],
    ['altered', 'an answer that says another place', ({ asked }) => (asked[4]!.said = { uid: 3, to: place(1, 1) })],
    ['untrue', 'a move from where nobody stood', ({ events }) => (events[4]!.data.from = place(1, 1))],
    ['untrue', 'a member who came twice', ({ events }) => events.push(events[3]!)],
    [
      'untrue',
      'a change of somebody who was something else',
      ({ events }) => (events[5]!.data.previous_kind = 'customer'),
    ],
    [
      'rows',
      'a member without an event',
      ({ tables }) => tables.members.push({ uid: 9, username: 'x', enrolled: at(9), sponsor: null, isImported: false }),
    ],
    ['rows', 'an edge without an event', ({ tables }) => tables.edges.push(edge(9, 'placement', 4, [2, 2], 900, null))],
    ['rows', 'a place that the event does not tell', ({ tables }) => (row(tables.edges, 6).leg = 2)],
    ['rows', 'a sponsor that the room of users does not know', ({ tables }) => (tables.members[1]!.sponsor = 3)],
    ['rows', 'a standing that is not written down', ({ tables }) => (row(tables.states, 4).status = 'active')],
    ['overlap', 'a member in two places', ({ tables }) => (row(tables.edges, 5).to = null)],
    ['overlap', 'a history that is not closed by the next row', ({ tables }) => (row(tables.states, 3).to = at(599))],
    ['overlap', 'a member whose history is broken off', ({ tables }) => (row(tables.edges, 2).to = at(650))],
    ['taken', 'two in one place', ({ tables }) => Object.assign(row(tables.edges, 5), { leg: 1 })],
    ['cycle', 'two below each other', ({ tables }) => Object.assign(row(tables.edges, 2), { parent: 4 })],
    ['stranger', 'somebody below who has no place', ({ tables }) => (row(tables.edges, 3).parent = 4)],
    ['stranger', 'somebody below who came later', ({ tables }) => (tables.members[0]!.enrolled = at(250))],
    ['forbidden', 'a customer with a place', ({ tables }) => (row(tables.states, 3).kind = 'customer')],
    [
      'forbidden',
      'a newcomer below a terminated member',
      ({ tables }) => (row(tables.states, 2).status = 'terminated'),
    ],
    [
      'forbidden',
      'a distributor whose sponsor is a customer',
      ({ tables }) => (row(tables.states, 1).kind = 'customer'),
    ],
    ['forbidden', 'a leg that a binary tree does not have', ({ tables }) => (row(tables.edges, 6).leg = 3)],
    ['ledger', 'a sale that is not in the ledger', ({ tables }) => tables.ledger.splice(0, 1)],
    ['ledger', 'a return that is there twice', ({ tables }) => tables.ledger.push({ ...tables.ledger[1]!, id: 9 })],
    ['ledger', 'a return of another amount', ({ tables }) => (tables.ledger[1]!.volumes = [-1, -20_001, 0])],
    ['ledger', 'a return that takes back another sale', ({ tables }) => (tables.ledger[1]!.takesBack = 7)],
    ['ledger', 'a return of another wholesale price', ({ tables }) => (tables.ledger[1]!.wholesale = -1)],
    ['ledger', 'an adjustment that nobody made', ({ tables }) => (tables.ledger[2]!.uid = 3)],
    ['ledger', 'a cancellation that is not in the ledger', ({ events }) => events.push(cancelled())],
    ['answer', 'a page that tells another place', ({ told }) => (told[0]!.members[2]!.position.placement = null)],
    ['answer', 'a page whose history ends earlier', ({ told }) => told[0]!.members[2]!.edges.placement.pop()],
    ['answer', 'a page with another upline', ({ told }) => (told[0]!.members[3]!.upline.sponsor = [1])],
    ['answer', 'a member whom an instance does not find', ({ told }) => told[0]!.members.pop()],
    ['live', 'a group without a sale', ({ told }) => (told[0]!.live.sponsor[0]!.group = 10_000)],
    [
      'live',
      'a customer who counts for nobody in the placement tree',
      ({ told }) => (told[0]!.live.placement[1]!.group = 0),
    ],
    ['live', 'a member who is not in the tree yet', ({ told }) => told[0]!.live.placement.pop()],
    ['live', 'a member below the former parent', ({ told }) => (told[0]!.live.placement[2]!.parent = 1)],
    ['live', 'a status of before', ({ told }) => (told[0]!.live.sponsor[3]!.status = 'active')],
    ['live', 'volumes of another month', ({ told }) => (told[0]!.period = { from: 0, to: 1 })],
  ])('finds %s: %s', (kind, _, spoil) => {
    const draft = network();
    spoil(draft);
    expect(new Set(checkNetwork(draft).map((failure) => failure.kind))).toContain(kind);
  });

  it('takes what nobody knows of for made or not', () => {
    const draft = network();
    draft.asked[4]!.outcome = 'unknown';
    draft.asked.push(move('net-cut', 'unknown'));
    expect(checkNetwork(draft)).toEqual([]);
  });

  it('takes changes of others, and imported rows, for theirs', () => {
    const draft = network();
    draft.isOurs = (label) => label.startsWith('other-');
    draft.asked = [];
    draft.tables.ledger.push({ ...draft.tables.ledger[2]!, id: 8, at: at(-1e10), kind: 'import' });
    expect(checkNetwork(draft)).toEqual([]);
  });

  it('takes no other event of a member, such as a new rank, for a move or a change of status', () => {
    const draft = network();
    draft.events.push(event(30, 'member.rank_changed', { uid: 2, period: '2026-10', from: null, to: 'gold' }, 960));
    expect(checkNetwork(draft)).toEqual([]);
  });

  it('asks for no event of an imported member', () => {
    const { events, tables } = network();
    tables.members.push({ uid: 9, username: 'x', enrolled: at(150), sponsor: 1, isImported: true });
    tables.edges.push(edge(9, 'sponsor', 9, [1, null], 150, null));
    tables.states.push(state(9, 9, 'customer', 'active', 150, null));
    expect([...checkRows({ events, tables })]).toEqual([]);
  });

  it('takes the place that a new distributor gets for a part of the change', () => {
    const draft = network();
    draft.events.push(
      event(
        20,
        'member.status_changed',
        { uid: 4, ...of('distributor'), ...previously('customer'), reason: 'net-up', at: text(910) },
        910,
      ),
      event(
        21,
        'member.moved',
        { uid: 4, tree: 'placement', from: null, to: place(2, 2), reason: 'net-up', at: text(912) },
        912,
      ),
    );
    row(draft.tables.states, 5).to = at(910);
    draft.tables.states.push(state(6, 4, 'distributor', 'active', 910, null));
    draft.tables.edges.push(edge(8, 'placement', 4, [2, 2], 912, null));
    draft.asked.push({ type: 'member.status_changed', label: 'net-up', outcome: 'acknowledged' });
    draft.told = [];
    expect(checkNetwork(draft)).toEqual([]);
  });
});

/**
 * 1 sponsors 2 and 3, 2 the customer 4. 3 was in leg 2 of 1, is below 2 now, and suspended. 4 bought two pieces and sent
 * one back; 2 has an adjustment.
 */
function network(): Draft {
  const edges = [
    edge(1, 'sponsor', 1, [null, null], 100, null),
    edge(2, 'sponsor', 2, [1, null], 200, null),
    edge(3, 'placement', 2, [1, 1], 202, null),
    edge(4, 'sponsor', 3, [1, null], 300, null),
    edge(5, 'placement', 3, [1, 2], 301, 500),
    edge(6, 'placement', 3, [2, 1], 500, null),
    edge(7, 'sponsor', 4, [2, null], 400, null),
    edge(0, 'placement', 1, [null, null], 101, null),
  ];
  const states = [
    state(1, 1, 'distributor', 'active', 100, null),
    state(2, 2, 'distributor', 'active', 200, null),
    state(3, 3, 'distributor', 'active', 300, 600),
    state(4, 3, 'distributor', 'suspended', 600, null),
    state(5, 4, 'customer', 'active', 400, null),
  ];
  const events = [
    enrolled(1, 1, null, place(null, null), 100),
    enrolled(2, 2, 1, place(1, 1), 200),
    enrolled(3, 3, 1, place(1, 2), 300),
    enrolled(4, 4, 2, null, 400),
    event(
      5,
      'member.moved',
      { uid: 3, tree: 'placement', from: place(1, 2), to: place(2, 1), reason: 'net-move', at: text(500) },
      503,
    ),
    event(
      6,
      'member.status_changed',
      { uid: 3, ...of('distributor', 'suspended'), ...previously('distributor'), reason: 'net-rest', at: text(600) },
      601,
    ),
    event(7, 'order.paid', { ...order(0), paid_at: text(700) }, 701),
    event(
      8,
      'order.returned',
      { ...order(1), returned_at: text(800), returned_items: [{ id: 71, quantity: 1 }], reason: 'net-back' },
      801,
    ),
    event(
      9,
      'volume.adjusted',
      { id: 3, uid: 2, at: text(850), business_volume: 0, points: 1, cumulative_volume: 0, reason: 'net-gift' },
      851,
    ),
  ];
  const usernames = ['net-one', 'net-two', 'net-three', 'net-four'];
  const sponsors = [null, 1, 1, 2];
  const sold = { uid: 4, order: 70, line: 71, takesBack: null };
  return {
    events,
    tables: {
      edges: edges.sort((a, b) => a.id - b.id),
      states,
      members: usernames.map((username, index) => ({
        uid: index + 1,
        username,
        enrolled: at(100 * (index + 1)),
        sponsor: sponsors[index]!,
        isImported: false,
      })),
      ledger: [
        {
          ...sold,
          id: 1,
          at: at(700),
          kind: 'sale',
          quantity: 2,
          price: 100_000,
          wholesale: 60_000,
          volumes: [2, 40_000, 0],
        },
        {
          ...sold,
          id: 2,
          at: at(800),
          kind: 'return',
          quantity: -1,
          price: -50_000,
          wholesale: -30_000,
          volumes: [-1, -20_000, 0],
          takesBack: 1,
        },
        {
          id: 3,
          uid: 2,
          at: at(850),
          kind: 'adjustment',
          order: null,
          line: null,
          quantity: null,
          price: null,
          wholesale: null,
          volumes: [0, 10_000, 0],
          takesBack: null,
        },
      ],
    },
    isOurs: (label) => label.startsWith('net-'),
    asked: [
      ...usernames.map(signUp),
      { ...move('net-move', 'acknowledged'), said: { uid: 3, tree: 'placement', from: place(1, 2), to: place(2, 1) } },
      { type: 'member.moved', label: 'net-refused', outcome: 'refused' },
      {
        type: 'member.status_changed',
        label: 'net-rest',
        outcome: 'acknowledged',
        said: { uid: 3, status: 'suspended' },
      },
      { type: 'order.returned', label: 'net-back', outcome: 'acknowledged' },
      { type: 'volume.adjusted', label: 'net-gift', outcome: 'acknowledged', said: { uid: 2, points: 1 } },
    ],
    told: [told(edges, states)],
  };
}

/** What an instance should tell of it. */
function told(edges: readonly Edge[], states: readonly State[]): Draft['told'][number] {
  const figures = (uid: number, [parent, leg]: Legs, personal: number, group: number, members: number): Figures => ({
    uid,
    parent,
    leg,
    personal,
    group,
    members,
    kind: uid === 4 ? 'customer' : 'distributor',
    status: uid === 3 ? 'suspended' : 'active',
  });
  const uplines: ToldMember['upline'][] = [
    { sponsor: [], placement: [] },
    { sponsor: [1], placement: [1] },
    { sponsor: [1], placement: [2, 1] },
    { sponsor: [2, 1], placement: [] },
  ];
  const positions = [place(null, null), place(1, 1), place(2, 1), null];
  const history = (tree: Tree, uid: number): ToldMember['edges'][Tree] =>
    edges
      .filter((one) => one.tree === tree && one.uid === uid)
      .map(({ parent, leg, from, to }) => ({ parent, leg, from, to }))
      .reverse();
  return {
    instance: 1,
    after: 1_000,
    period: { from: Date.parse('2026-11-01'), to: Date.parse('2026-12-01') },
    live: {
      sponsor: [
        figures(1, [null, null], 0, 30_000, 3),
        figures(2, [1, null], 10_000, 30_000, -1),
        figures(4, [2, null], 20_000, 20_000, -1),
        figures(3, [1, null], 0, 0, -1),
      ],
      placement: [
        figures(1, [null, null], 0, 30_000, 2),
        figures(2, [1, 1], 10_000, 30_000, -1),
        figures(3, [2, 1], 0, 0, -1),
      ],
    },
    members: uplines.map((upline, index) => {
      const uid = index + 1;
      const position = positions[index]!;
      const sponsor = [null, 1, 1, 2][index]!;
      return {
        uid,
        upline,
        position: {
          sponsor: { parent: sponsor, leg: null },
          placement: position && { parent: position.parent_uid, leg: position.leg },
        },
        edges: { sponsor: history('sponsor', uid), placement: history('placement', uid) },
        states: states
          .filter((one) => one.uid === uid)
          .map(({ kind, status, from, to }) => ({ kind, status, from, to }))
          .reverse(),
      };
    }),
  };
}

type Legs = readonly [parent: number | null, leg: number | null];

function edge(id: number, tree: Tree, uid: number, [parent, leg]: Legs, from: number, to: number | null): Edge {
  return { id, tree, uid, parent, leg, from: at(from), to: to === null ? null : at(to) };
}

function state(id: number, uid: number, kind: string, status: string, from: number, to: number | null): State {
  return { id, uid, kind, status, from: at(from), to: to === null ? null : at(to) };
}

function row<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  return rows.find((one) => one.id === id)!;
}

function event(sequence: number, type: string, data: StoredEvent['data'], when: number): StoredEvent {
  return { sequence, type, data, at: at(when) };
}

function enrolled(
  sequence: number,
  uid: number,
  sponsor: number | null,
  placement: object | null,
  when: number,
): StoredEvent {
  const kind = placement === null ? 'customer' : 'distributor';
  return event(
    sequence,
    'member.enrolled',
    { uid, kind, sponsor_uid: sponsor, placement, enrolled_at: text(when) },
    when + 5,
  );
}

/** The order of 4, of which so many pieces had come back. */
function order(returned: number): Record<string, unknown> {
  const amounts = { price: 10, business_volume: 0.0002, points: 4, cumulative_volume: 0 };
  return { id: 70, uid: 4, previous_status: 'placed', items: [{ id: 71, quantity: 2, returned, ...amounts }] };
}

function cancelled(): StoredEvent {
  return event(30, 'order.cancelled', { ...order(1), previous_status: 'paid', cancelled_at: text(950) }, 951);
}

function place(parent_uid: number | null, leg: number | null): { parent_uid: number | null; leg: number | null } {
  return { parent_uid, leg };
}

function of(kind: string, status = 'active'): object {
  return { kind, status };
}

function previously(previous_kind: string): object {
  return { previous_kind, previous_status: 'active' };
}

function move(label: string, outcome: Asked['outcome']): Asked {
  return { type: 'member.moved', label, outcome };
}

function signUp(label: string): Asked {
  return { type: 'member.enrolled', label, outcome: 'acknowledged' };
}
