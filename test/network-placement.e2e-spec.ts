import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UsersService } from '#people/users/index.js';
import { NetworkHands } from './support/network.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

let app: TestApp;
let network: NetworkHands;
let sponsor: { uid: number; username: string };

beforeAll(async () => {
  app = await startTestApp();
  network = await NetworkHands.of(app);
  await network.settings({ placement: 'binary', spill: 'left' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await network.settings({ spill: 'left' });
  sponsor = await network.member();
});

const below = (fields: object = {}) => network.member({ sponsor: sponsor.username, ...fields });

/** The places that new members get, one after the other, each as the uid above and the leg. */
async function placesOf(count: number): Promise<unknown[]> {
  const places = [];
  for (let one = 0; one < count; one += 1) places.push(await network.position((await below()).uid));
  return places;
}

/** Adds points to a member, as an admin does. */
async function book(uid: number, points: number): Promise<void> {
  const amounts = { business_volume: 0, points, cumulative_volume: 0 };
  const { status, text } = await network.root.post('/admin/api/volumes/', { uid, ...amounts, reason: 'a test' });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

/** As a sign-up does, but for the password. */
async function quickly(username: string, sponsorUid: number): Promise<number> {
  const users = app.nest.get(UsersService, { strict: false });
  const user = { username, email: `${username}@example.com`, passwordHash: '', roles: ['member' as const], sponsorUid };
  return (await app.db.transaction((tx) => users.create(tx, user))).uid;
}

describe('a new distributor', () => {
  it('without a sponsor is a root of both trees', async () => {
    expect(await network.position(sponsor.uid)).toEqual({ parent_uid: null, leg: null });
  });

  it('is placed at the end of the outermost leg', async () => {
    const first = await below();
    const second = await below();
    expect(await network.position(first.uid)).toEqual({ parent_uid: sponsor.uid, leg: 1 });
    expect(await network.position(second.uid)).toEqual({ parent_uid: first.uid, leg: 1 });
    await network.settings({ spill: 'right' });
    const right = await below();
    expect(await network.position(right.uid)).toEqual({ parent_uid: sponsor.uid, leg: 2 });
    expect(await placesOf(1)).toEqual([{ parent_uid: right.uid, leg: 2 }]);
  });

  it('is placed breadth first', async () => {
    await network.settings({ spill: 'breadth_first' });
    const [first, second] = [await below(), await below()];
    expect(await placesOf(3)).toEqual([
      { parent_uid: first.uid, leg: 1 },
      { parent_uid: first.uid, leg: 2 },
      { parent_uid: second.uid, leg: 1 },
    ]);
  });

  it('is placed in the leg with the lesser volume of the month, customers’ included; of equal ones a free one, then the left', async () => {
    const left = await below();
    const right = await below({ placement: { parent: sponsor.username, leg: 2 } });
    await network.settings({ spill: 'lesser_volume' });
    await book(left.uid, 10);
    expect(await placesOf(2)).toEqual([
      { parent_uid: right.uid, leg: 1 },
      { parent_uid: right.uid, leg: 2 },
    ]);
    const customer = await network.member({ sponsor: right.username, kind: 'customer' });
    await book(customer.uid, 10);
    expect(await placesOf(1)).toEqual([{ parent_uid: left.uid, leg: 1 }]);
    await book(customer.uid, 0.0001);
    expect(await placesOf(1)).toEqual([{ parent_uid: left.uid, leg: 2 }]);
  });

  it('is told in member.enrolled with its place', async () => {
    const { uid } = await below();
    const [event] = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE type = 'member.enrolled' AND aggregate_id = $1`,
      [String(uid)],
    );
    expect(event?.data).toMatchObject({ placement: { parent_uid: sponsor.uid, leg: 1 } });
  });

  it('waits under the rule manual, below one who waits, and as a customer has no place', async () => {
    const customer = await below({ kind: 'customer' });
    await network.settings({ spill: 'manual' });
    const waiting = await below();
    await network.settings({ spill: 'left' });
    const next = await network.member({ sponsor: waiting.username });
    for (const { uid } of [customer, waiting, next]) expect(await network.position(uid)).toBeUndefined();
  });
});

describe('a place that was chosen', () => {
  it('is taken, if it is free and below the sponsor', async () => {
    const first = await below();
    const placement = { parent: first.username.toUpperCase(), leg: 2 };
    const { uid } = await below({ placement });
    expect(await network.position(uid)).toEqual({ parent_uid: first.uid, leg: 2 });
    const taken = await network.signUp({ sponsor: sponsor.username, placement });
    expect(taken.body.errors).toEqual({ placement: [{ message: 'is taken', path: 'placement.leg' }] });
  });

  it('is refused elsewhere, beyond the width, for customers and without a sponsor', async () => {
    const other = await network.member();
    const ask = async (parent: string, leg: number, fields: object = {}) => {
      const answer = await network.signUp({ sponsor: sponsor.username, placement: { parent, leg }, ...fields });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['placement']]);
      return answer.body.errors.placement[0];
    };
    expect(await ask(other.username, 1)).toEqual({
      message: 'is not placed below the sponsor',
      path: 'placement.parent',
    });
    expect(await ask(sponsor.username, 3)).toEqual({ message: 'must be between 1 and 2', path: 'placement.leg' });
    expect(await ask(sponsor.username, 1, { kind: 'customer' })).toEqual({ message: 'is only for distributors' });
    expect(await ask(sponsor.username, 1, { sponsor: '' })).toEqual({ message: 'needs a sponsor' });
  });

  it('is given to one of those who ask at the same moment', async () => {
    const placement = { parent: sponsor.username, leg: 2 };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => network.signUp({ sponsor: sponsor.username, placement })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });
});

describe('on two instances', () => {
  let other: TestApp;

  beforeAll(async () => {
    other = await startTestApp({ sharing: app });
  });
  afterAll(() => other.stop());

  const signUpAt = (instance: TestApp): Promise<Answer> =>
    instance.send('POST', 'user/signup/', {
      headers: network.apiAdmin.headers,
      payload: network.form({ sponsor: sponsor.username }),
    });

  it('a long leg is gone down at once, by who knows nothing of it yet too', async () => {
    let last = sponsor.uid;
    for (let count = 0; count < 60; count += 1) {
      const uid = await quickly(`deep-${count}`, count % 3 === 0 ? last : sponsor.uid);
      expect(await network.position(uid)).toEqual({ parent_uid: last, leg: 1 });
      last = uid;
    }
    const { uid } = (await signUpAt(other)).body.data;
    expect(await network.position(uid)).toEqual({ parent_uid: last, leg: 1 });
  });

  it.each(['left', 'right', 'lesser_volume', 'breadth_first'])(
    'many at once below one sponsor are placed by the rule %s, as if they had come one after the other',
    async (spill) => {
      await network.settings({ spill });
      // While it loads the network, an instance knows no volumes.
      for (const instance of [app, other]) await until(async () => expect((await signUpAt(instance)).status).toBe(200));
      sponsor = await network.member();
      const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => signUpAt(at % 2 === 0 ? app : other)));
      expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, expect.any(String)]));
      const uids = answers.map(({ body }) => body.data.uid as number);
      const all = (await network.tree()).filter(({ uid }) => uids.includes(uid));
      expect(new Set(all.map(({ parent_uid, leg }) => `${parent_uid} ${leg}`)).size).toBe(24);
      const depths = new Map([[sponsor.uid, 0]]);
      for (const { uid, parent_uid } of all) depths.set(uid, depths.get(parent_uid!)! + 1);
      // In 3 full levels and the next, two by two in the left leg where no leg has volumes, or below one another.
      expect(Math.max(...depths.values())).toBe({ breadth_first: 4, lesser_volume: 12 }[spill] ?? 24);
    },
  );
});
