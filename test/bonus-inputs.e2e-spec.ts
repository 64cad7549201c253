import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import { Replays } from '#commissions/runs/replays.service.js';
import { Simulating } from '#commissions/simulations/simulating.service.js';
import { AdminInputsModule, Bonus, CommissionInputs, Database } from '../src/index.js';
import { TIER, EXTRA, TierBonus } from './support/oracle/tier-bonus.js';
import { monthBefore, RunHands } from './support/runs.js';
import { useTestApp } from './support/use-test-app.js';

@Injectable()
@Bonus()
class PaidByTier extends TierBonus {}

@Module({ imports: [AdminInputsModule], providers: [PaidByTier] })
class TierModule {}

const CONTEXT = { signal: new AbortController().signal, progress: () => undefined };
const INPUTS = '/admin/api/commission-inputs/';
const [BEFORE, LAST, NOW] = [monthBefore(2), monthBefore(1), monthBefore(0)];
const BY_TIER = { bonuses: [{ id: 'tiers', type: 'tier', percents: { silver: 5, gold: 10 } }], four_eyes: false };

const app = await useTestApp({ extensions: [TierModule] });
const hands = await RunHands.of(app);
const root = hands.root;
const uids = await hands.chain(3);
await hands.published(BEFORE, BY_TIER);
for (const month of [BEFORE, LAST, NOW])
  for (const uid of uids) if (month !== NOW) await hands.done(hands.volume(uid, month, 100));

const put = (body: object, client = root) =>
  client.post(INPUTS, { name: 'loyalty_tier', reason: 'a test', at: `${BEFORE}-10T12:00:00Z`, ...body });
const amounts = async (run: number): Promise<object> => {
  const rows = await app.database.query<{ uid: number; amount: number }>(
    'SELECT uid::int, amount::float8 FROM commission_lines WHERE run_id = $1 ORDER BY uid',
    [run],
  );
  return Object.fromEntries(rows.map(({ uid, amount }) => [uid, amount]));
};
const preview = (period: string) => hands.calculated({ period, kind: 'preview' });
const hashOf = async (run: number) => (await hands.read(run)).input_hash as string;
const tiersOf = async (run: number, uid: number) =>
  (await hands.done(root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uid}`))).bonuses[0].inputs;

describe('inputs of bonuses', () => {
  it('are listed as extensions declare them, and stand in the schema of plans', async () => {
    expect(await hands.done(root.get(`${INPUTS}declared/`))).toEqual([
      expect.objectContaining({ name: 'extra_percent', type: 'decimal', min: 0, max: 10, is_lasting: false }),
      {
        name: 'loyalty_tier',
        title: 'Loyalty tier',
        description: 'from the points that were collected',
        type: 'choice',
        choices: ['none', 'silver', 'gold'],
        min: null,
        max: null,
        default: 'none',
        is_lasting: true,
      },
    ]);
    expect((await hands.done(root.get('/admin/api/service/'))).commission_inputs).toHaveLength(2);
    const support = await app.make.admin(['support']);
    expect(await hands.done(support.get('/admin/api/service/'))).not.toHaveProperty('commission_inputs');
    const { text } = await app.send('GET', '/plan.schema.json');
    expect(text).toContain('It reads: Loyalty tier (loyalty_tier): from the points that were collected.');
  });

  it('names all that is wrong with values, and writes nothing', async () => {
    const values = [
      { uid: uids[0], value: 'platinum' },
      { uid: 999_999, value: 'gold' },
      { uid: uids[0], value: 5 },
    ];
    const { status, body } = await put({ values });
    expect(status).toBe(400);
    expect(body.errors.values.map(({ path }: { path: string }) => path).sort()).toEqual([
      'values[0].value',
      'values[1].uid',
      'values[2].uid',
      'values[2].value',
    ]);
    expect((await put({ name: 'unknown', values: [{ uid: uids[0], value: 'gold' }] })).body.errors).toHaveProperty(
      'name',
    );
    const ahead = new Date(Date.now() + 60_000).toISOString();
    expect((await put({ at: ahead, values: [{ uid: uids[0], value: 'gold' }] })).body.errors).toHaveProperty('at');
    const extra = { name: 'extra_percent', values: [{ uid: uids[0], value: 1.23456 }] };
    expect((await put(extra)).body.errors).toHaveProperty('values');
    expect((await hands.done(root.get(INPUTS))).count).toBe(0);
  });

  it('are refused to who has no right, and are never changed', async () => {
    const support = await app.make.admin(['support']);
    expect((await support.get(INPUTS)).status).toBe(403);
    expect((await put({ values: [{ uid: uids[0], value: 'gold' }] }, await app.make.admin(['auditor']))).status).toBe(
      403,
    );
    await hands.done(put({ at: `${BEFORE}-01T00:00:00Z`, values: [{ uid: uids[2], value: 'none' }] }));
    for (const sql of [`UPDATE commission_inputs SET value = 'gold'`, 'DELETE FROM commission_inputs'])
      await expect(app.database.query(sql)).rejects.toThrow('never changed');
  });
});

describe('a bonus by loyalty tier', () => {
  let posted: number;

  it('pays by what was put in, and by the default where nothing was', async () => {
    const before = await preview(BEFORE);
    expect(await amounts(before)).toEqual({});
    const written = await hands.done(
      put({
        values: [
          { uid: uids[0], value: 'silver' },
          { uid: uids[1], value: 'gold' },
        ],
      }),
    );
    expect(written).toHaveLength(2);
    expect(written[0]).toMatchObject({ uid: uids[0], value: 'silver', by_uid: root.user.uid, reason: 'a test' });
    const run = await preview(BEFORE);
    expect(await amounts(run)).toEqual({ [uids[0]!]: 5, [uids[1]!]: 10 });
    expect(await hashOf(run)).not.toBe(await hashOf(before));
    expect((await hands.read(run)).input_hash).toBe(await hashOf(await preview(BEFORE)));
  });

  it('writes nothing for a lasting value that holds already', async () => {
    expect(await hands.done(put({ values: [{ uid: uids[0], value: 'silver' }] }))).toEqual([]);
  });

  it('tells in the explanation what it read, since when, and what is the default, as the run kept it', async () => {
    const run = await preview(BEFORE);
    await hands.done(put({ at: `${BEFORE}-20T12:00:00Z`, values: [{ uid: uids[0], value: 'gold' }] }));
    const [tier, extra] = await tiersOf(run, uids[0]!);
    expect(tier).toMatchObject({ name: 'loyalty_tier', value: 'silver', since: `${BEFORE}-10T12:00:00.000Z` });
    expect(tier.sentence).toMatch(/^Loyalty tier: silver, since 10 \w+ 20\d\d\.$/);
    expect(extra).toEqual({
      name: 'extra_percent',
      value: 0,
      since: null,
      sentence: 'Extra percent: 0, as nothing was put in.',
    });
    const { sentence } = (await hands.done(root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uids[0]}`)))
      .bonuses[0];
    expect(sentence).toBe('5 % for silver.');
  });

  it('keeps who put values in, or whose values hold, from approving the run, and audits them', async () => {
    const id = await hands.calculated({ period: BEFORE, kind: 'final' });
    await app.database.query(`UPDATE approval_settings SET mode = 'on'`);
    const started = await hands.done(hands.act(id, 'approve'));
    expect(started.approval.status).toBe('waiting');
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    const [{ contributors }] = (await app.database.query<{ contributors: number[] }>(
      `SELECT contributors FROM approvals WHERE kind = 'run.approve' ORDER BY id DESC LIMIT 1`,
    )) as [{ contributors: number[] }];
    expect(contributors).toEqual([root.user.uid]);
    const audited = await app.database.query<{ after: object }>(
      `SELECT after FROM audit_entries WHERE action = 'commission_input.put' ORDER BY id DESC LIMIT 1`,
    );
    expect(audited[0]!.after).toMatchObject({ name: 'loyalty_tier', reason: 'a test' });
  });

  it('refuses a colleague who put in a value that still holds', async () => {
    const thief = await app.make.admin(['finance']);
    await hands.done(put({ at: `${BEFORE}-21T12:00:00Z`, values: [{ uid: uids[2], value: 'gold' }] }, thief));
    const before = await hands.list(`?period=${BEFORE}`);
    const { id } = before.body.data.results.find(
      ({ kind, status }: { kind: string; status: string }) => kind === 'final' && status === 'calculated',
    );
    await hands.done(hands.act(id, 'discard'));
    const again = await hands.calculated({ period: BEFORE, kind: 'final' });
    await app.database.query(`UPDATE approval_settings SET mode = 'on'`);
    await hands.done(hands.act(again, 'approve'));
    const answer = await hands.act(again, 'approve', thief);
    expect([answer.status, answer.body.errors?.type ?? answer.body.type]).toEqual([403, expect.anything()]);
    await hands.done(hands.act(again, 'approve', hands.other));
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    // Since the run has read, something has come in: it is not posted.
    await hands.done(put({ at: `${BEFORE}-22T12:00:00Z`, values: [{ uid: uids[2], value: 'none' }] }));
    const refused = await hands.act(again, 'post');
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('inputs of bonuses')]);
    await hands.done(hands.act(again, 'discard'));
    posted = await hands.posted(BEFORE);
    expect(await amounts(posted)).toEqual({ [uids[0]!]: 10, [uids[1]!]: 10 });
  });

  it('is the same when it is replayed, whatever is put in later', async () => {
    await hands.done(put({ at: `${LAST}-02T00:00:00Z`, values: [{ uid: uids[0], value: 'none' }] }));
    const replays = app.nest.get(Replays, { strict: false });
    await replays.calculate({ runId: posted }, CONTEXT);
    expect(await replays.result(posted)).toMatchObject({ same: true, input_hash: await hashOf(posted) });
  });

  it('is the same in a correction, and in a simulation of another plan that reads it', async () => {
    const move = { tree: 'sponsor', parent_uid: uids[0], from: `${BEFORE}-05T00:00:00Z`, reason: 'a wrong sponsor' };
    const { correction_id: correctionId } = await hands.done(root.post(`/admin/api/network/${uids[2]}/move/`, move));
    await app.nest.get(Correcting, { strict: false }).correct({ correctionId }, CONTEXT);
    const [corrected] = await app.database.query<{ id: number }>(
      'SELECT id::int FROM commission_runs WHERE correction_id = $1',
      [correctionId],
    );
    expect(await amounts(corrected!.id)).toEqual({ [uids[0]!]: 10, [uids[1]!]: 10 });
    expect((await tiersOf(corrected!.id, uids[0]!))[0]).toMatchObject({ value: 'gold' });
    await hands.done(root.post(`/admin/api/commission-corrections/${correctionId}/discard/`));
    const plan = hands.plan({ bonuses: [{ id: 'tiers', type: 'tier', percents: { gold: 20 } }] });
    const { id } = await hands.done(root.post('/admin/api/commission-simulations/?wait=0', { period: BEFORE, plan }));
    await app.nest.get(Simulating, { strict: false }).simulate({ simulationId: id as string }, CONTEXT);
    const { result } = await hands.done(root.get(`/admin/api/commission-simulations/${id}/`));
    expect(result.plans[0].payout).toBe(40);
  });

  it('takes nothing more for a posted period, nor for the time before', async () => {
    for (const at of [`${BEFORE}-25T00:00:00Z`, '2020-05-01T00:00:00Z']) {
      const { status, text } = await put({ at, values: [{ uid: uids[0], value: 'silver' }] });
      expect([status, text]).toEqual([409, expect.stringContaining('when the last posted period ended')]);
    }
  });

  const startedByOther = async (): Promise<number> => {
    const { id } = await hands.done(hands.start({ period: LAST, kind: 'final' }, hands.other));
    await hands.calculate(id as number);
    await app.database.query(`UPDATE approval_settings SET mode = 'on'`);
    return id as number;
  };
  const discarded = async (id: number): Promise<void> => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.done(hands.act(id, 'discard'));
  };

  it('lets who put a lasting value in approve again when a colleague has put in the same', async () => {
    const first = await app.make.admin(['finance']);
    const silver = { at: `${LAST}-02T00:00:00Z`, values: [{ uid: uids[0], value: 'silver' }] };
    await hands.done(put(silver, first));
    const theirs = await startedByOther();
    expect((await hands.done(hands.act(theirs, 'approve', first))).approval.status).toBe('waiting');
    await discarded(theirs);
    expect(await hands.done(put(silver, hands.other))).toHaveLength(1);
    expect(await hands.done(put(silver, hands.other))).toEqual([]);
    const others = await startedByOther();
    expect((await hands.done(hands.act(others, 'approve', first))).approval.status).toBe('approved');
    await discarded(others);
    await hands.done(put({ at: `${LAST}-03T00:00:00Z`, values: [{ uid: uids[0], value: 'none' }] }));
  });

  it('is not approved by who made the account by which values were put in, though that lost its roles', async () => {
    const maker = await app.make.superAdmin();
    const names = { username: 'accomplice', email: 'accomplice@example.com', first_name: 'A', last_name: 'B' };
    const made = { ...names, roles: ['member', 'support'], password: 'known to me, and long' };
    const { uid } = await hands.done(maker.post('/admin/api/users/', made));
    const inputs = app.nest.get(CommissionInputs, { strict: false });
    const db = app.nest.get(Database, { strict: false });
    const by = { byUid: uid as number, at: new Date(`${LAST}-04T00:00:00Z`) };
    await db.transaction((tx) => inputs.put(tx, TIER, [{ uid: uids[2]!, value: 'gold' }], by));
    await hands.done(maker.patch(`/admin/api/users/${uid}/`, { roles: ['member'] }));
    const id = await startedByOther();
    const { status } = await hands.act(id, 'approve', maker);
    await discarded(id);
    await hands.done(put({ at: `${LAST}-05T00:00:00Z`, values: [{ uid: uids[2], value: 'none' }] }));
    expect(status).toBe(403);
  });

  it('has lasting values in the next period too, and of the others none', async () => {
    const extra = { name: 'extra_percent', values: [{ uid: uids[1], value: 2.5 }] };
    await hands.done(put({ ...extra, at: `${LAST}-03T00:00:00Z` }));
    expect(await amounts(await preview(LAST))).toEqual({ [uids[1]!]: 12.5 });
  });
});

describe('an extension', () => {
  it('puts values in within its own transaction, and only of what a type names', async () => {
    const inputs = app.nest.get(CommissionInputs, { strict: false });
    const db = app.nest.get(Database, { strict: false });
    const values = [{ uid: uids[0]!, value: 'gold' }];
    const ids = await db.transaction((tx) => inputs.put(tx, TIER, values, { byUid: null }));
    expect(ids).toHaveLength(1);
    const newest = (await hands.done(root.get(`${INPUTS}?uid=${uids[0]}`))).results[0];
    expect(newest).toMatchObject({ value: 'gold', by_uid: null, reason: null });
    const withStranger = [...values, { uid: root.user.uid, value: 'gold' }];
    await expect(db.transaction((tx) => inputs.put(tx, TIER, withStranger, { byUid: null }))).rejects.toThrow(
      'is no member',
    );
    const silver = withStranger.map(({ uid }) => ({ uid, value: 'silver' }));
    const membersOnly = { byUid: null, membersOnly: true };
    expect(await db.transaction((tx) => inputs.put(tx, TIER, silver, membersOnly))).toHaveLength(1);
    await expect(
      db.transaction(async (tx) => {
        await inputs.put(tx, EXTRA, [{ uid: uids[0]!, value: 1 }], { byUid: null });
        throw new Error('it goes wrong later');
      }),
    ).rejects.toThrow('it goes wrong later');
    expect((await hands.done(root.get(`${INPUTS}?uid=${uids[0]}&name=extra_percent`))).count).toBe(0);
    await expect(db.transaction((tx) => inputs.put(tx, { ...TIER }, values, { byUid: null }))).rejects.toThrow(
      'no type of bonus names the input loyalty_tier',
    );
  });
});

describe('runs whose plan reads no input', () => {
  it('have the hashes that they always had, and nothing kept', async () => {
    const id = await hands.draft({ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] });
    const one = await hands.calculated({ period: LAST, kind: 'preview', plan_id: id });
    await hands.done(put({ at: new Date().toISOString(), values: [{ uid: uids[1], value: 'none' }] }));
    const other = await hands.calculated({ period: LAST, kind: 'preview', plan_id: id });
    expect(await hashOf(other)).toBe(await hashOf(one));
    const [{ digest, kept }] = (await app.database.query<{ digest: object; kept: number }>(
      `SELECT input_digest AS digest, (SELECT count(*)::int FROM commission_members WHERE run_id = r.id AND inputs IS NOT NULL) AS kept
         FROM commission_runs r WHERE id = $1`,
      [other],
    )) as [{ digest: object; kept: number }];
    expect(digest).not.toHaveProperty('inputs');
    expect(kept).toBe(0);
  });
});
