import { describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const network = await NetworkHands.of(app);
await network.settings({ placement: 'binary', spill: 'left' });

const change = (uid: number | string, body: object): Promise<Answer> =>
  network.root.post(`/admin/api/network/${uid}/status/`, { reason: 'a test', ...body });

describe('the status of a member', () => {
  it('is changed with a reason, recorded, audited and kept', async () => {
    const { uid } = await network.member();
    const { status, body } = await change(uid, { status: 'suspended', reason: 'terms were not kept' });
    const suspended = { uid, kind: 'distributor', status: 'suspended' };
    expect([status, body.data]).toEqual([200, { ...suspended, since: expect.any(String) }]);
    const states = await app.database.query(
      'SELECT status, from_at, to_at, by_uid, reason FROM network_states WHERE uid = $1 ORDER BY id',
      [uid],
    );
    const since = new Date(body.data.since);
    expect(states).toEqual([
      expect.objectContaining({ status: 'active', to_at: since }),
      {
        status: 'suspended',
        from_at: since,
        to_at: null,
        by_uid: network.root.user.uid,
        reason: 'terms were not kept',
      },
    ]);
    const [event] = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE type = 'member.status_changed' AND aggregate_id = $1`,
      [String(uid)],
    );
    expect(event?.data).toEqual({
      ...suspended,
      previous_status: 'active',
      previous_kind: 'distributor',
      reason: 'terms were not kept',
      at: body.data.since,
    });
    const [entry] = await app.database.query(
      `SELECT before, after FROM audit_entries WHERE action = 'network.change-status' AND entity_id = $1`,
      [String(uid)],
    );
    expect(entry).toMatchObject({ before: { status: 'active' }, after: { status: 'suspended' } });
  });

  it('is refused when it is so already, without a reason, and for who is no member', async () => {
    const { uid } = await network.member();
    for (const [asked, same] of Object.entries({ status: 'active', kind: 'distributor' })) {
      const { status, body } = await change(uid, { [asked]: same });
      expect([status, body.message]).toEqual([409, `the member has this ${asked} already`]);
    }
    expect(Object.keys((await change(uid, { status: 'gone', reason: '' })).body.errors)).toEqual(['status', 'reason']);
    expect((await change(uid, {})).body.errors).toHaveProperty('status');
    expect((await change(uid, { status: 'suspended', kind: 'customer' })).body.errors).toHaveProperty('kind');
    for (const nobody of [network.apiAdmin.user.uid, 999_999, 'x'])
      expect((await change(nobody, { status: 'suspended' })).status).toBe(404);
  });

  it('terminated: nobody new comes directly below, by sponsor or by place', async () => {
    const sponsor = await network.member();
    const parent = await network.member({ sponsor: sponsor.username });
    await change(parent.uid, { status: 'terminated' });
    for (const kind of ['distributor', 'customer']) {
      const { body } = await network.signUp({ sponsor: parent.username, kind });
      expect(body.errors).toEqual({ sponsor: [{ message: 'is terminated and gets no new members' }] });
    }
    const placement = { parent: parent.username, leg: 1 };
    expect((await network.signUp({ sponsor: sponsor.username, placement })).body.errors).toEqual({
      placement: [{ message: 'is terminated and gets no new members', path: 'placement.parent' }],
    });
    await change(parent.uid, { status: 'active' });
    expect((await network.signUp({ sponsor: parent.username })).status).toBe(200);
  });

  it.each(['left', 'right', 'lesser_volume', 'breadth_first'])(
    'terminated: the rule %s passes its leg by, until it is active again',
    async (spill) => {
      await network.settings({ spill });
      const sponsor = await network.member();
      const below = async (): Promise<unknown> =>
        network.position((await network.member({ sponsor: sponsor.username })).uid);
      const first = await network.member({ sponsor: sponsor.username });
      const { leg } = (await network.position(first.uid))!;
      await change(first.uid, { status: 'terminated' });
      expect(await below()).toEqual({ parent_uid: sponsor.uid, leg: leg === 1 ? 2 : 1 });
      await change(first.uid, { status: 'active' });
      if (spill === 'left' || spill === 'right') expect(await below()).toEqual({ parent_uid: first.uid, leg });
      await network.settings({ spill: 'left' });
    },
  );

  it('terminated: a sponsor whose legs are all closed has new distributors wait', async () => {
    const sponsor = await network.member();
    for (const leg of [1, 2]) {
      const placement = { parent: sponsor.username, leg };
      await change((await network.member({ sponsor: sponsor.username, placement })).uid, { status: 'terminated' });
    }
    const { uid } = await network.member({ sponsor: sponsor.username });
    expect(await network.position(uid)).toBeUndefined();
  });

  it('comes before or after a sign-up below, never in between', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sponsor = await network.member();
      const [terminated, ...signUps] = await Promise.all([
        change(sponsor.uid, { status: 'terminated' }),
        ...Array.from({ length: 5 }, () => network.signUp({ sponsor: sponsor.username })),
      ]);
      expect(terminated.status).toBe(200);
      const until = new Date(terminated.body.data.since).getTime();
      for (const { status, body } of signUps) {
        if (status === 200) {
          const [row] = await app.database.query<{ from_at: Date }>(
            `SELECT from_at FROM network_edges WHERE uid = $1 AND tree = 'sponsor'`,
            [body.data.uid],
          );
          expect(row!.from_at.getTime()).toBeLessThanOrEqual(until);
        } else expect(Object.keys(body.errors)).toEqual(['sponsor']);
      }
    }
  });
});

describe('the kind of a member', () => {
  it('distributor: is placed as a new one', async () => {
    const sponsor = await network.member();
    const { uid } = await network.member({ sponsor: sponsor.username, kind: 'customer' });
    expect((await change(uid, { kind: 'distributor' })).body.data).toMatchObject({ kind: 'distributor' });
    expect(await network.position(uid)).toEqual({ parent_uid: sponsor.uid, leg: 1 });
    const [moved] = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE type = 'member.moved' AND aggregate_id = $1`,
      [String(uid)],
    );
    expect(moved?.data).toMatchObject({ from: null, to: { parent_uid: sponsor.uid, leg: 1 } });
  });

  it('distributor: not below a customer', async () => {
    const sponsor = (await network.member({ kind: 'preferred' })).username;
    const { uid } = await network.member({ sponsor, kind: 'customer' });
    expect((await change(uid, { kind: 'distributor' })).status).toBe(409);
  });

  it('customer: gives the place back, but not with distributors below', async () => {
    const sponsor = await network.member();
    const first = await network.member({ sponsor: sponsor.username });
    const second = await network.member({ sponsor: sponsor.username });
    for (const { uid } of [sponsor, first]) expect((await change(uid, { kind: 'customer' })).status).toBe(409);
    expect((await change(second.uid, { kind: 'customer' })).status).toBe(200);
    expect(await network.position(second.uid)).toBeUndefined();
    const next = await network.member({ sponsor: sponsor.username });
    expect(await network.position(next.uid)).toEqual({ parent_uid: first.uid, leg: 1 });
  });

  it('customer: has no place from the very instant on', async () => {
    const { uid } = await network.member();
    expect((await change(uid, { kind: 'customer' })).status).toBe(200);
    const [history] = await app.database.query<{ left: Date; since: Date }>(
      `SELECT e.to_at AS left, s.from_at AS since FROM network_edges e JOIN network_states s ON s.uid = e.uid AND s.to_at IS NULL
        WHERE e.uid = $1 AND e.tree = 'placement'`,
      [uid],
    );
    expect(history!.left).toEqual(history!.since);
  });
});
