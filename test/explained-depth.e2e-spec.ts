import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Database } from '#common/database/index.js';
import { PARENTS, LEG_OF, PAYEE_BELOW } from '#commissions/runs/explain/trees.queries.js';
import { farAbove, KIND, NOBODY, NOT_PLACED, STATUS } from '@commerce/commission-engine';
import type { TestClient } from './support/factories.js';
import { MemberImports } from './support/imports.js';
import { Random } from './support/random.js';
import { monthBefore, RunHands } from './support/runs.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

let app: TestApp;
let db: Database;
let networks = 0;

beforeAll(async () => {
  app = await startTestApp();
  db = app.nest.get(Database);
});
afterAll(() => app.stop());

/** Members of a run by their positions, which the one of a sponsor is before. */
interface Network {
  readonly sponsor: Int32Array;
  readonly parent: Int32Array;
  readonly leg: Int32Array;
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
}

/**
 * Any members in two trees.
 * @param back how many positions up somebody may stand: 1 makes chains
 * @param placed the share that stands in the placement tree
 */
function anyNetwork(random: Random, { count, back, placed }: { count: number; back: number; placed: number }): Network {
  const sponsor = new Int32Array(count).fill(NOBODY);
  const parent = new Int32Array(count).fill(NOT_PLACED);
  const isRoot = (): boolean => random.chance(1 / (3 * count));
  for (let at = 1; at < count; at += 1) if (!isRoot()) sponsor[at] = Math.max(0, at - 1 - random.below(back));
  const order = [...sponsor.keys()].filter(() => random.chance(placed));
  // Who is placed below whom has little to do with who sponsored whom.
  for (let at = 0; at < order.length; at += 1) {
    const other = Math.min(order.length - 1, at + random.below(back));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  for (const [at, member] of order.entries())
    parent[member] = at === 0 || isRoot() ? NOBODY : order[Math.max(0, at - 1 - random.below(back))]!;
  return {
    sponsor,
    parent,
    leg: sponsor.map(() => 1 + random.below(3)),
    // Rows of members who cannot be paid.
    kind: Uint8Array.from(sponsor, () => (random.chance(0.3) ? KIND.customer : KIND.distributor)),
    status: Uint8Array.from(sponsor, () => (random.chance(0.5) ? STATUS.terminated : STATUS.active)),
  };
}

/** A run of these members: its id, and the uid before that of the first. */
async function stored(network: Network): Promise<{ id: number; before: number }> {
  networks += 1;
  const [id, before] = [1_000_000 + networks, networks * 100_000];
  await app.database.query(
    `CREATE TABLE commission_members_${id} PARTITION OF commission_members FOR VALUES IN (${id})`,
  );
  const rows = Array.from(network.sponsor, (_, at) => ({
    run_id: id,
    uid: before + at,
    kind: network.kind[at] === KIND.customer ? 'customer' : 'distributor',
    status: network.status[at] === STATUS.terminated ? 'terminated' : 'active',
    enrolled_at: new Date(0),
    sponsor_uid: network.sponsor[at] === NOBODY ? null : before + network.sponsor[at]!,
    parent_uid: network.parent[at]! < 0 ? null : before + network.parent[at]!,
    leg: network.parent[at]! < 0 ? null : network.leg[at],
    is_placed: network.parent[at] !== NOT_PLACED,
    active: true,
    own_volume: 0,
    commissionable_volume: 0,
    personal_volume: 0,
    // Each has another, so that it names the member.
    group_volume: at,
    counted_volume: 0,
    earned: 0,
    bonuses: {},
  }));
  await app.database.query(
    'INSERT INTO commission_members SELECT * FROM json_populate_recordset(NULL::commission_members, $1)',
    [JSON.stringify(rows)],
  );
  await app.database.query(
    `INSERT INTO users (uid, username, first_name, last_name, country_code)
     SELECT uid, 'deep-' || uid, 'Deep', uid::text, 'DE' FROM commission_members WHERE run_id = $1`,
    [id],
  );
  return { id, before };
}

/** Has members name who stands so many levels above; none: as before there were such columns. */
async function nameFar(network: Network, { id, before }: { id: number; before: number }, levels?: number) {
  const far = levels === undefined ? undefined : farAbove(network, levels);
  const uids = (above?: Int32Array): (number | null)[] =>
    Array.from(network.sponsor, (_, at) => (above === undefined || above[at]! < 0 ? null : before + above[at]!));
  await app.database.query(
    `UPDATE commission_members m SET far_sponsor_uid = f.sponsor, far_parent_uid = f.parent
       FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS f (sponsor, parent, at)
      WHERE m.run_id = $1 AND m.uid = $4::bigint + f.at - 1`,
    [id, uids(far?.sponsor), uids(far?.parent), before],
  );
}

interface Said {
  readonly leg: number | undefined;
  readonly isInGroup: boolean;
  /** The position of the highest on the way who can be paid. */
  readonly payee: number | null;
}

/** One step after the other. */
function naive({ sponsor, parent, leg, kind, status }: Network, from: number, to: number): Said {
  const host = naiveHost({ sponsor, parent }, from);
  let own: number | undefined;
  for (let at = host; at >= 0; at = parent[at]!) if (parent[at] === to) own ??= leg[at];
  let payee: number | null = null;
  let at = from;
  for (; at >= 0 && at !== to; at = sponsor[at]!)
    if (kind[at] === KIND.distributor && status[at] !== STATUS.terminated) payee = at;
  return { leg: own, isInGroup: at === to, payee: at === to ? payee : null };
}

function naiveHost({ sponsor, parent }: Pick<Network, 'sponsor' | 'parent'>, from: number): number {
  let host = from;
  while (host >= 0 && parent[host] === NOT_PLACED) host = sponsor[host]!;
  return host;
}

async function asked({ id, before }: { id: number; before: number }, from: number, to: number): Promise<Said> {
  const values = [id, before + from, before + to];
  const [leg, way] = await Promise.all([
    db.queryOne<{ leg: number }>(null, LEG_OF, values),
    db.queryOne<{ is_in_group: boolean; group_volume: string | null }>(null, PAYEE_BELOW, values),
  ]);
  const { is_in_group: isInGroup, group_volume: group } = way!;
  return { leg: leg?.leg, isInGroup, payee: group === null ? null : Number(group) };
}

const MOST_STEPS = 300;

/** Who is above in the placement tree as bonuses see it. */
function naiveParents({ sponsor, parent }: Network, from: number): number[] {
  const found: number[] = [];
  const host = naiveHost({ sponsor, parent }, from);
  for (let at = host; at >= 0 && found.length <= MOST_STEPS; at = parent[at]!) if (at !== from) found.push(at);
  return found.slice(0, MOST_STEPS);
}

async function askedParents({ id, before }: { id: number; before: number }, from: number): Promise<number[]> {
  const rows = await db.query<{ uid: number }>(null, PARENTS, [id, before + from, MOST_STEPS]);
  return rows.map(({ uid }) => uid - before);
}

describe('the way up from a member of a run', () => {
  it('is the same whether far steps are known or not, for each pair of any network', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(1, 2, 5), async (seed, back) => {
        const random = new Random(seed);
        const network = anyNetwork(random, { count: 1 + random.below(12), back, placed: 0.7 });
        const run = await stored(network);
        const all = [...network.sponsor.keys()];
        for (const levels of [undefined, 2, 3]) {
          await nameFar(network, run, levels);
          for (const from of all) {
            const found = await Promise.all(all.map((to) => asked(run, from, to)));
            expect([levels, from, found]).toEqual([levels, from, all.map((to) => naive(network, from, to))]);
            expect(await askedParents(run, from)).toEqual(naiveParents(network, from));
          }
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it.each([
    ['whose members are placed', 0.95],
    ['whose members hardly are', 0.03],
  ])('is found in chains of 1,000 %s', async (_, placed) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(1, 3), async (seed, back) => {
        const random = new Random(seed);
        const network = anyNetwork(random, { count: 1_000, back, placed });
        const run = await stored(network);
        const pairs = Array.from({ length: 12 }, () => [random.below(1_000), random.below(1_000)] as const);
        for (const levels of [undefined, 16]) {
          await nameFar(network, run, levels);
          for (const [one, other] of pairs) {
            const [from, to] = [Math.max(one, other), Math.min(one, other)];
            expect([from, to, await asked(run, from, to)]).toEqual([from, to, naive(network, from, to)]);
          }
          const [from] = pairs[0]!;
          expect(await askedParents(run, from)).toEqual(naiveParents(network, from));
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it('does not read those between far steps', async () => {
    const above = Int32Array.from({ length: 1_000 }, (_, at) => at - 1);
    const kind = new Uint8Array(1_000).fill(KIND.distributor);
    const network = {
      sponsor: above,
      parent: above,
      leg: new Int32Array(1_000).fill(2),
      kind,
      status: new Uint8Array(1_000),
    };
    const run = await stored(network);
    await nameFar(network, run, 16);
    await app.database.query(
      'DELETE FROM commission_members WHERE run_id = $1 AND uid - $2 BETWEEN 33 AND 976 AND far_sponsor_uid IS NULL',
      [run.id, run.before],
    );
    for (const to of [0, 1, 15, 16, 17, 31]) expect(await asked(run, 999, to)).toEqual(naive(network, 999, to));
  });
});

describe('an order below a chain of 600', () => {
  const [LAST, NOW] = [monthBefore(1), monthBefore(0)];
  let hands: RunHands;
  let apiAdmin: TestClient;
  let uids: Map<string, number>;
  let run: number;
  let order: number;

  beforeAll(async () => {
    hands = await RunHands.of(app);
    apiAdmin = await app.make.apiAdmin();
    await hands.done(hands.root.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' }));
    const planId = await hands.published(LAST, {
      ranks: [{ name: 'member' }],
      bonuses: [
        { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
        { id: 'pairs', type: 'binary', percent: 10 },
        { id: 'steps', type: 'differential', steps: [{ from: 100, percent: 3 }] },
      ],
    });
    uids = await chain();
    order = await ordered(uids.get('guest')!, 3);
    run = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
  });

  /** One below the other in both trees; the last sponsors nobody, but has somebody below whom the first one sponsors, with a customer. */
  async function chain(): Promise<Map<string, number>> {
    const distributor = { kind: 'distributor', enrolled_at: '2020-01-01' };
    const rows: Record<string, unknown>[] = [{ ...distributor, username: 'chain-1' }];
    for (let at = 2; at <= 600; at += 1) {
      const above = `chain-${at - 1}`;
      rows.push({ ...distributor, username: `chain-${at}`, sponsor: above, placement_parent: above, placement_leg: 1 });
    }
    rows.push(
      { ...distributor, username: 'beside', sponsor: 'chain-1', placement_parent: 'chain-600', placement_leg: 2 },
      { kind: 'customer', enrolled_at: '2020-01-01', username: 'guest', sponsor: 'beside' },
    );
    const { status } = await new MemberImports(app, hands.root).import(rows);
    expect(status).toBe('done');
    const found = await app.database.query<{ uid: number; username: string }>(
      `SELECT u.uid, u.username FROM users u JOIN network_members m ON m.uid = u.uid`,
    );
    return new Map(found.map(({ uid, username }) => [username, Number(uid)]));
  }

  async function ordered(uid: number, quantity: number): Promise<number> {
    const kit = await app.make.catalogue.product({
      businessVolume: '50',
      points: '50',
      price: '60',
      wholesalePrice: '30',
    });
    await apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: kit.id, quantity });
    const { order_id: id } = (await apiAdmin.post(`commerce/create-order/?uid=${uid}`)).body.data;
    expect((await apiAdmin.post('commerce/order-status/', { order_id: id, status: 'paid' })).status).toBe(200);
    return id as number;
  }

  const explained = async (username: string): Promise<Answer['body']> =>
    (await hands.root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uids.get(username)}&order=${order}`)).body
      .data.order;

  it('has rows that name who stands 256 levels above', async () => {
    const names = new Map([...uids].map(([name, uid]) => [uid, name]));
    const rows = await app.database.query<{ uid: number; sponsor: number | null; parent: number | null }>(
      `SELECT uid::integer, far_sponsor_uid::integer AS sponsor, far_parent_uid::integer AS parent FROM commission_members
        WHERE run_id = $1 AND (far_sponsor_uid IS NOT NULL OR far_parent_uid IS NOT NULL) ORDER BY enrolled_at, uid`,
      [run],
    );
    const named = rows.map(({ uid, sponsor, parent }) => [uid, sponsor, parent].map((one) => names.get(one ?? 0)));
    expect(named).toHaveLength(2);
    expect(named).toEqual(
      expect.arrayContaining([
        ['chain-257', 'chain-1', 'chain-1'],
        ['chain-513', 'chain-257', 'chain-257'],
      ]),
    );
  });

  it('counts in a leg of all above in the placement tree, though its buyer is not placed and another one’s team', async () => {
    const legs = { pairs: { whole: 150, sentence: expect.stringContaining('new in the left leg') } };
    for (const name of ['chain-1', 'chain-2', 'chain-257', 'chain-599']) {
      const said = await explained(name);
      expect([name, said.reason]).toEqual([name, name === 'chain-1' ? 'paid' : 'no_share']);
      expect(said.commissionable_volume).toBe(150);
      expect(said.bonuses.find(({ bonus }: { bonus: string }) => bonus === 'pairs')).toMatchObject(legs.pairs);
    }
    const last = await explained('chain-600');
    expect(last.bonuses.find(({ bonus }: { bonus: string }) => bonus === 'pairs').sentence).toMatch(/right leg/);
    expect((await explained('beside')).reason).toBe('paid');
  });
});
