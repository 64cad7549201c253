import { beforeEach, describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import { publishPlan, weekOf } from './support/open-plan.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

type Person = { uid: number; username: string };

const RANKS = [
  { name: 'member', requires: {} },
  { name: 'silver', requires: { personal_volume: 100, active_frontline: 1 } },
  { name: 'gold', requires: { legs: [{ rank: 'silver', count: 1 }] } },
];

const app = await useTestApp();
const network = await NetworkHands.of(app);

// What is published stays for ever; tests begin without any.
beforeEach(() => app.database.query('TRUNCATE commission_plans'));

async function adjust(who: Person, points: number, business = 0, at?: string): Promise<void> {
  const { status, text } = await network.root.post('/admin/api/volumes/', {
    uid: who.uid,
    business_volume: business,
    points,
    cumulative_volume: 0,
    reason: 'a test',
    ...(at === undefined ? {} : { at }),
  });
  if (status !== 200) throw new Error(`a volume was answered with ${status} ${text}`);
}

/** What the downline says of the people below somebody, by username. */
async function below(top: Person, query = '', from = app): Promise<Record<string, [boolean | null, string | null]>> {
  const email = `${top.username}@example.com`;
  const client = await from.make.client(['member'], network.apiAdmin.application!, { ...top, email });
  const { status, text, body } = await client.get(`network/downline/?${query}`);
  if (status !== 200) throw new Error(`a downline was answered with ${status} ${text}`);
  const rows = body.data.results as { username: string; active: boolean | null; rank: string | null }[];
  return Object.fromEntries(rows.map(({ username, active, rank }) => [username, [active, rank]]));
}

async function figures(who: Person): Promise<Answer['body']['data']> {
  return (await (await network.as(who)).get('network/member/')).body.data;
}

/** What is published, bought or moved shows after a moment. */
const shows = (read: () => Promise<unknown>, wanted: unknown): Promise<void> =>
  until(async () => expect(await read()).toEqual(wanted));

describe('the live network by the plan in force', () => {
  it('tells on every instance who is active and has which rank, and filters by it', async () => {
    const other = await startTestApp({ sharing: app });
    const top = await network.join();
    const one = await network.join(top);
    const two = await network.join(one);
    const customer = await network.join(top, { kind: 'customer' });
    await shows(() => below(top), {
      [one.username]: [null, null],
      [customer.username]: [null, null],
      [two.username]: [null, null],
    });
    await publishPlan(network.root, { ranks: RANKS, active: { personal_volume: 50 }, bonuses: [] });
    const none = {
      [one.username]: [false, 'member'],
      [customer.username]: [false, null],
      [two.username]: [false, 'member'],
    };
    await shows(() => below(top), none);
    await shows(() => below(top, '', other), none);
    await adjust(one, 100);
    await adjust(two, 50);
    const some = {
      [one.username]: [true, 'silver'],
      [customer.username]: [false, null],
      [two.username]: [true, 'member'],
    };
    await shows(() => below(top), some);
    await shows(() => below(top, '', other), some);
    expect(await below(top, 'active=true')).toEqual({
      [one.username]: [true, 'silver'],
      [two.username]: [true, 'member'],
    });
    expect(await below(top, 'active=false')).toEqual({ [customer.username]: [false, null] });
    expect(await below(top, 'rank=silver')).toEqual({ [one.username]: [true, 'silver'] });
    expect(await below(top, 'rank=member&active=true')).toEqual({ [two.username]: [true, 'member'] });
    expect(await below(top, 'rank=platinum')).toEqual({});
    // An admin sorts by rank, and sees how many of each level are active.
    const path = `/admin/api/network/${top.uid}/downline/?sort=-rank&sums=true`;
    const { results, sums } = (await network.root.get(path)).body.data;
    expect(results.map(({ uid }: Person) => uid)).toEqual([one.uid, two.uid, customer.uid]);
    expect(sums).toMatchObject([
      { level: 1, count: 2, active: 1 },
      { level: 2, count: 1, active: 1 },
    ]);
    await adjust(top, 50);
    await shows(async () => {
      const { active, rank } = await figures(top);
      return [active, rank];
    }, [true, 'gold']);
    const upline = await (await network.as(two)).get('network/upline/');
    expect(upline.body.data.results).toMatchObject([{ rank: 'silver' }, { rank: 'gold' }]);
    await network.setStatus(one.uid, 'suspended');
    await shows(() => below(top, 'levels=1&kind=distributor'), { [one.username]: [false, 'member'] });
    await other.stop();
  });

  it('measures the qualifying volume of the plan, with customers where it counts them, from its publishing on', async () => {
    const top = await network.join();
    const customer = await network.join(top, { kind: 'customer' });
    const theirs = await network.join(customer, { kind: 'preferred' });
    await adjust(top, 1, 10);
    await adjust(customer, 2, 20);
    await adjust(theirs, 4, 40);
    const volumes = async (): Promise<number[]> => {
      const { personal_volume, group_volume } = await figures(top);
      return [personal_volume, group_volume];
    };
    await shows(volumes, [1, 7]);
    await publishPlan(network.root, { personal_volume_includes_customers: true });
    await shows(volumes, [7, 7]);
    await adjust(top, 100);
    expect((await volumes())[0]).toBe(107);
    const byBusiness = { qualifying: 'business_volume', commissionable: 'business_volume' };
    await publishPlan(network.root, { volumes: byBusiness });
    await shows(volumes, [10, 70]);
  });

  it('tells in the dry run of a move whose rank and activity it changes', async () => {
    const top = await network.join();
    const middle = await network.join(top);
    const low = await network.join(middle);
    const other = await network.join();
    await publishPlan(network.root, {
      active: { group_volume: 30 },
      ranks: [{ name: 'member' }, { name: 'silver', requires: { group_volume: 100 } }],
      bonuses: [],
    });
    await adjust(middle, 20);
    await adjust(low, 90);
    await shows(() => below(top, 'levels=1'), { [middle.username]: [true, 'silver'] });
    const dry = async (body: object): Promise<Answer['body']['data']> => {
      const path = `/admin/api/network/${low.uid}/move/`;
      return (await network.root.post(path, { ...body, reason: 'a test', dry_run: true })).body.data.volumes.ranks;
    };
    const change = ({ uid, username }: Person, was: [boolean, string], will: [boolean, string]): object => ({
      uid,
      username,
      active: { before: was[0], after: will[0] },
      rank: { before: was[1], after: will[1] },
    });
    const moved = await dry({ tree: 'sponsor', parent_uid: other.uid });
    expect(moved.count).toBe(3);
    expect(new Set(moved.members)).toEqual(
      new Set([
        change(top, [true, 'silver'], [false, 'member']),
        change(middle, [true, 'silver'], [false, 'member']),
        change(other, [false, 'member'], [true, 'member']),
      ]),
    );
    expect(await dry({ tree: 'sponsor', parent_uid: top.uid })).toMatchObject({ count: 1 });
    expect(await below(top, 'levels=1')).toEqual({ [middle.username]: [true, 'silver'] });
  });

  it('has the period of the plan, in its time zone', async () => {
    const top = await network.join();
    const zone = 'Pacific/Kiritimati';
    const now = new Date(Date.now() + 14 * 3_600_000);
    const monday = new Date(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 6) % 7)),
    );
    const from = new Date(monday.getTime() - 14 * 3_600_000);
    await app.database.query(`UPDATE network_members SET enrolled_at = '2020-01-01'`);
    await adjust(top, 5);
    await adjust(top, 3, 0, new Date(from.getTime() - 1).toISOString());
    await publishPlan(network.root, { period: 'week', time_zone: zone }, { from_period: weekOf(monday) });
    const period = { from: from.toISOString(), to: new Date(from.getTime() + 7 * 86_400_000).toISOString() };
    await shows(async () => (await figures(top)).period, period);
    const volume = async (): Promise<number> => (await figures(top)).personal_volume;
    await shows(volume, 5);
    await adjust(top, 2);
    expect(await volume()).toBe(7);
    const answer = await network.root.get(`/admin/api/network/figures/?uids=${top.uid}`);
    expect(answer.body.data.period).toEqual(period);
  });

  it('is noticed by an instance that was first asked for the network inside a transaction', async () => {
    const fresh = await startTestApp();
    try {
      const hands = await NetworkHands.of(fresh);
      await hands.settings({ placement: 'binary', spill: 'left' });
      const join = async (fields: object): Promise<Person> => {
        const form = hands.form(fields);
        const headers = { 'idempotency-key': String(form.username) };
        const { uid } = (await hands.apiAdmin.post('user/signup/', form, { headers })).body.data;
        return { uid, username: String(form.username) };
      };
      const member = await hands.as(await join({ sponsor: (await join({})).username }));
      await publishPlan(hands.root, {});
      await until(async () => (await member.get('commissions/progress/')).status === 200);
    } finally {
      await fresh.stop();
    }
  });
});
