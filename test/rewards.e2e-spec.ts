import { beforeEach, describe, expect, it } from '@jest/globals';
import { Body, Controller, Injectable, Module, Post, VERSION_NEUTRAL } from '@nestjs/common';
import {
  Access,
  CallerParam,
  RewardKind,
  Rewards,
  type Caller,
  type RewardState,
  type RewardToPost,
} from '../src/index.js';
import { withApprovals } from './support/approvals.js';
import { MoneyHands } from './support/payouts.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

@Injectable()
class LoyaltyReward extends RewardKind {
  readonly name = 'loyalty_reward';
  readonly title = 'Loyalty reward';
}

@Injectable()
class StrictReward extends RewardKind {
  readonly name = 'strict_reward';
  readonly title = 'Strict reward';
  override readonly fourEyes = true;
}

/** As an extension would let people of the admin module post what it has worked out. */
@Access('admin', 'account.read')
@Controller({ path: 'admin/api/loyalty', version: VERSION_NEUTRAL })
class LoyaltyController {
  constructor(
    private readonly rewards: Rewards,
    private readonly reward: LoyaltyReward,
    private readonly strict: StrictReward,
  ) {}

  @Post('rewards')
  post(@CallerParam() caller: Caller, @Body() body: RewardToPost & { strict?: boolean }): Promise<RewardState> {
    const { strict = false, ...reward } = body;
    return this.rewards.post(caller, strict ? this.strict : this.reward, reward);
  }

  @Post('unknown')
  unknown(@CallerParam() caller: Caller, @Body() body: RewardToPost): Promise<RewardState> {
    return this.rewards.post(caller, new LoyaltyReward(), body);
  }
}

@Module({ controllers: [LoyaltyController], providers: [LoyaltyReward, StrictReward] })
class LoyaltyModule {}

const REVERSE = '/admin/api/earnings/rewards/reverse/';

let key: string;
let keys = 0;

const app = await useTestApp({ extensions: [LoyaltyModule] });
const hands = await MoneyHands.of(app);
const root = hands.root;
const other = await app.make.superAdmin();
const thief = await app.make.admin(['finance']);
const uids: number[] = [(await hands.earner()).uid, (await hands.earner()).uid, (await hands.earner()).uid];

beforeEach(async () => {
  await withApprovals(app);
  key = `reward-${(keys += 1)}`;
});

const entries = (...amounts: number[]) => amounts.map((amount, at) => ({ uid: uids[at]!, amount }));
const post = (body: object, client = root): Promise<Answer> =>
  client.post('/admin/api/loyalty/rewards/', { key, reason: 'For loyalty', entries: entries(10, 5.5), ...body });
const approve = (id: number, client = other): Promise<Answer> => client.post(`/admin/api/approvals/${id}/approve/`);
const reverse = (client = root, body: object = {}): Promise<Answer> =>
  client.post(REVERSE, { reward: 'loyalty_reward', key, reason: 'By mistake', ...body });
const done = (asked: Promise<Answer>): Promise<Answer['body']> => hands.ok(asked);
const refused = async (asked: Promise<Answer>): Promise<[number, string]> => {
  const { status, body } = await asked;
  return [status, body.errors === undefined ? body.message : Object.keys(body.errors as object).join()];
};
const ledger = () =>
  app.database.query<{ uid: number; kind: string; amount: number; by: number }>(
    `SELECT uid::int, kind, amount::float8, by_uid::int AS by FROM earnings WHERE reward_key = $1 ORDER BY id`,
    [key],
  );
const postedAlready = async (): Promise<void> => {
  const { approvalId } = await done(post({}));
  await done(approve(approvalId as number));
};

describe('a reward', () => {
  it('waits for a second person, and then is in the ledger, in balances and in payouts', async () => {
    const before = await hands.balance(uids[0]!);
    const { status, approvalId } = await done(post({}));
    expect(status).toBe('waiting');
    expect(await ledger()).toEqual([]);
    const waiting = await done(root.get(`/admin/api/approvals/${approvalId}/`));
    expect(waiting).toMatchObject({
      kind: 'reward.post',
      effect: { summary: `Posts Loyalty reward (${key}). Reason: For loyalty`, amount: 15.5, members: 2 },
    });
    await done(approve(approvalId as number));
    expect(await ledger()).toEqual([
      { uid: uids[0], kind: 'reward', amount: 10, by: root.user.uid },
      { uid: uids[1], kind: 'reward', amount: 5.5, by: root.user.uid },
    ]);
    expect((await hands.balance(uids[0]!)).balance).toBe(before.balance + 10);
    const [entry] = (await done(root.get(`/admin/api/earnings/?uid=${uids[0]}&reward=loyalty_reward`))).results;
    expect(entry).toMatchObject({ kind: 'reward', reward: 'loyalty_reward', reward_key: key, reason: 'For loyalty' });
    const batch = await hands.make();
    const items = await hands.items(batch.body.data.id as number);
    expect(items.find(({ uid }) => uid === uids[0])).toMatchObject({ amount: before.balance + 10 });
  });

  it('is posted once by its key, whatever is repeated', async () => {
    const [one, same] = [await done(post({})), await done(post({ entries: entries(10, 5.5).reverse() }))];
    expect(same).toEqual(one);
    // Whoever repeats it approves nothing by that.
    expect(await done(post({}, other))).toEqual(one);
    await done(approve(one.approvalId as number));
    expect(await done(post({}))).toEqual({ status: 'posted', approvalId: null });
    expect(await ledger()).toHaveLength(2);
  });

  it('is posted once where many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => post({}, at % 2 === 0 ? root : other)));
    const ids = new Set(answers.map(({ body }) => body.data.approvalId as number));
    expect(ids.size).toBe(1);
    await Promise.all([approve([...ids][0]!, thief), approve([...ids][0]!, thief)]);
    expect(await ledger()).toHaveLength(2);
    await expect(
      app.database.query(
        `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason)
         SELECT uid, kind, amount, now(), reward, reward_key, 'again' FROM earnings WHERE reward_key = $1`,
        [key],
      ),
    ).rejects.toThrow('earnings_rewarded_once');
  });

  it('refuses other amounts by a key that stands for something, waiting or posted', async () => {
    const { approvalId } = await done(post({}));
    expect(await refused(post({ entries: entries(10, 5.51) }))).toEqual([409, 'key']);
    await done(approve(approvalId as number));
    expect(await refused(post({ entries: entries(10) }))).toEqual([409, 'key']);
  });

  it('names all that is wrong, and writes nothing', async () => {
    const wrong = [
      { uid: uids[0]!, amount: -1 },
      { uid: 999_999, amount: 1 },
      { uid: uids[0]!, amount: 1 },
    ];
    const { status, body } = await post({ key: 'a key', reason: ' ', entries: wrong });
    expect([status, Object.keys(body.errors as object).sort()]).toEqual([400, ['entries', 'key', 'reason']]);
    for (const amount of [0, Infinity, 0.001, 1.00001, 2e9])
      expect(await refused(post({ entries: entries(amount === Infinity ? 1e300 : amount) }))).toEqual([400, 'entries']);
    expect(await refused(post({ entries: [{ uid: 999_999, amount: 1 }] }))).toEqual([400, 'entries']);
    expect(await refused(post({ entries: [] }))).toEqual([400, 'entries']);
    for (const entry of [
      { uid: 5.5, amount: 1 },
      { uid: String(uids[0]), amount: 1 },
      { uid: uids[0], amount: '1' },
    ])
      expect(await refused(post({ entries: [entry] }))).toEqual([400, 'entries']);
    const left = await hands.earner();
    await app.database.query(`UPDATE network_states SET status = 'terminated' WHERE uid = $1`, [left.uid]);
    expect(await refused(post({ entries: [{ uid: left.uid, amount: 1 }] }))).toEqual([400, 'entries']);
    const erased = await hands.earner();
    await app.database.query('UPDATE users SET erased_at = now() WHERE uid = $1', [erased.uid]);
    expect(await refused(post({ entries: [{ uid: erased.uid, amount: 1 }] }))).toEqual([400, 'entries']);
    expect(await ledger()).toEqual([]);
  });
});

describe('a thief', () => {
  it('cannot propose without the right, nor approve what they proposed, made or get', async () => {
    const support = await app.make.admin(['support']);
    expect((await post({}, support)).status).toBe(403);
    const { approvalId } = await done(post({ contributors: [thief.user.uid] }));
    for (const client of [root, thief]) expect((await approve(approvalId as number, client)).status).toBe(403);
    expect(await ledger()).toEqual([]);
    await done(approve(approvalId as number));
    expect(await ledger()).toHaveLength(2);
  });

  it('proposes, and does not approve, what an extension says that only others have made', async () => {
    const { status } = await done(post({ contributors: [other.user.uid] }, thief));
    expect(status).toBe('waiting');
    expect(await ledger()).toEqual([]);
  });

  it('cannot approve a reward of their own', async () => {
    const uid = thief.user.uid;
    await app.database.query(`INSERT INTO network_members (uid, enrolled_at) VALUES ($1, '2020-01-01')`, [uid]);
    await app.database.query(
      `INSERT INTO network_states (uid, kind, status, from_at) VALUES ($1, 'distributor', 'active', '2020-01-01')`,
      [uid],
    );
    const { approvalId } = await done(post({ entries: [{ uid, amount: 1 }] }));
    expect((await approve(approvalId as number, thief)).status).toBe(403);
  });

  it('posts nothing alone where the reward needs two people in every mode', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    expect((await done(post({ strict: true }))).status).toBe('waiting');
    expect(await ledger()).toEqual([]);
    expect((await done(post({ key: `${key}-free` }))).status).toBe('posted');
  });

  it('cannot post by a kind that no extension provides', async () => {
    const body = { key, reason: 'For loyalty', entries: entries(1) };
    expect((await root.post('/admin/api/loyalty/unknown/', body)).status).toBe(500);
    expect(await ledger()).toEqual([]);
  });
});

describe('reversing a reward', () => {
  it('takes back all of it by a second person, once, and its key stays taken', async () => {
    await postedAlready();
    const before = await hands.balance(uids[0]!);
    const { status, approval } = await done(reverse());
    expect([status, approval.status, approval.effect?.amount ?? -15.5]).toEqual(['waiting', 'waiting', -15.5]);
    expect((await reverse(root)).status).toBe(403);
    expect((await done(reverse(other))).status).toBe('reversed');
    expect((await hands.balance(uids[0]!)).balance).toBe(before.balance - 10);
    expect((await ledger()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['reward', 10],
      ['reward', 5.5],
      ['reward_reversed', -10],
      ['reward_reversed', -5.5],
    ]);
    expect(await refused(reverse())).toEqual([409, 'key']);
    expect(await done(post({}))).toEqual({ status: 'reversed', approvalId: null });
  });

  it('is told beforehand whom it waits for: nobody whom it is about', async () => {
    const asked = (more = `&reward_key=${key}`, client = root): Promise<Answer> =>
      client.get(`/admin/api/approvals/forecast/?kind=reward.reverse&id=loyalty_reward${more}`);
    expect((await asked()).status).toBe(404);
    await postedAlready();
    const waitsFor = async (): Promise<number[]> => {
      const { status, waits_for } = await done(asked());
      expect(status).toBe('waiting');
      return waits_for.map(({ uid }: { uid: number }) => uid);
    };
    expect(await waitsFor()).toContain(other.user.uid);
    expect((await asked('')).body.errors.reward_key).toEqual([{ message: 'is required' }]);
    await app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason)
       VALUES ($1, 'reward', 3, now(), 'loyalty_reward', $2, 'x')`,
      [other.user.uid, key],
    );
    expect(await waitsFor()).not.toContain(other.user.uid);
    await done(reverse());
    expect((await asked(undefined, thief)).status).toBe(409);
  });

  it('is refused for what was not posted', async () => {
    expect((await reverse()).status).toBe(404);
    expect((await reverse(await app.make.admin(['auditor']))).status).toBe(403);
  });

  it('works without the extension', async () => {
    await postedAlready();
    await app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason) VALUES ($1, 'reward', 3, now(), 'gone', $2, 'x')`,
      [uids[0], key],
    );
    await done(reverse(root, { reward: 'gone' }));
    expect((await done(reverse(other, { reward: 'gone' }))).status).toBe('reversed');
  });
});
