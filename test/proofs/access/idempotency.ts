import { randomUUID } from 'node:crypto';
import { BASE, SUPER_ADMIN } from '#test/support/shop.js';
import type { Credentials } from './columns.js';
import type { Answer, Sent } from './service.js';
import type { Stage } from './stage.js';

/** Who sends with the same `Idempotency-Key`, each as a caller of its own: a user, at an application, for somebody. */
const SENDERS: readonly (readonly [name: string, credentials: Credentials])[] = [
  ['a member', { key: 'own', token: 'member' }],
  ['another member', { key: 'own', token: 'refreshed' }],
  ['a member of another application', { key: 'other', token: 'elsewhere' }],
  ['an API admin', { key: 'own', token: 'api_admin' }],
  ['an API admin for another user', { key: 'own', token: 'api_admin', uid: 'another user' }],
  ['an API admin for that member', { key: 'own', token: 'api_admin', uid: 'the member' }],
];

/** What the trials have to show. */
export interface IdempotencyFigures {
  trials: number;
  failures: string[];
}

/**
 * Tries whether an `Idempotency-Key` belongs to its sender: whoever else sends it, with the same body or another one, must
 * be answered as if nobody had used it. The sender gets the first answer again, and 422 for another body.
 */
export async function tryIdempotency(stage: Stage): Promise<IdempotencyFigures> {
  const figures: IdempotencyFigures = { trials: 0, failures: [] };
  const expect = (what: string, holds: boolean, answer: Answer): void => {
    figures.trials += 1;
    if (!holds) figures.failures.push(`Idempotency-Key, ${what}: ${answer.status} ${answer.text}`);
  };
  const { service } = stage;
  for (const [first, credentials] of SENDERS) {
    // The same request, which might be given the kept answer, and another one, which might be refused for it.
    for (const more of ['', '&n=1']) {
      const key = randomUUID();
      const answer = await service.send(wish(stage, credentials, key));
      expect(`first sent by ${first}`, isFresh(answer), answer);
      for (const [other, others] of SENDERS.filter(([name]) => name !== first)) {
        const theirs = await service.send(wish(stage, others, key, more));
        expect(`of ${first}, sent by ${other}`, isFresh(theirs), theirs);
      }
      const again = await service.send(wish(stage, credentials, key));
      const isSame = again.headers['idempotency-replayed'] === 'true' && again.text === answer.text;
      expect(`sent again by ${first}`, isSame, again);
      const conflict = await service.send(wish(stage, credentials, key, '&n=2'));
      expect(`sent by ${first} for another request`, conflict.status === 422, conflict);
    }
  }
  await tryAtBothApplications(stage, expect);
  await tryInAdminModule(stage, expect);
  return figures;
}

type Expect = (what: string, holds: boolean, answer: Answer) => void;

/** The same credentials at `/token/`, where there is no user yet: each application gets tokens of its own. */
async function tryAtBothApplications(stage: Stage, expect: Expect): Promise<void> {
  const { username } = stage.person('member');
  const body = { username, password: SUPER_ADMIN.password };
  const key = { 'idempotency-key': randomUUID() };
  const send = (apikey: string): Promise<Answer> =>
    stage.service.send({ method: 'POST', path: `${BASE}/token/`, headers: { apikey, ...key }, body });
  const own = await send(stage.keys.own);
  expect('of a log-in', isFresh(own), own);
  const other = await send(stage.keys.other);
  const isAnother = isFresh(other) && other.data.access_token !== own.data.access_token;
  expect('of a log-in, at another application', isAnother, other);
}

/** Two super admins, and an API admin with the same key and path. */
async function tryInAdminModule(stage: Stage, expect: Expect): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  const second = await stage.world.user('second-admin', ['super_admin']);
  const send = (headers: Sent['headers'], ip: string): Promise<Answer> => {
    const path = `/admin/api/applications/${stage.own.id}/explain/`;
    return stage.service.send({ method: 'POST', path, headers: { ...headers, ...key }, body: { ip } });
  };
  const { headers } = stage.sent({ token: 'root' });
  const first = await send(headers, '192.0.2.1');
  expect('of a super admin', isFresh(first), first);
  const other = await send(await stage.world.enterAdmin({ ...SUPER_ADMIN, username: second.username }), '192.0.2.2');
  expect('of a super admin, sent by another', isFresh(other), other);
  const again = await send(headers, '192.0.2.1');
  expect('of a super admin, sent again', again.headers['idempotency-replayed'] === 'true', again);
}

function wish(stage: Stage, credentials: Credentials, key: string, more = ''): Sent {
  const { headers = {}, ...rest } = stage.sent(credentials);
  const query = new URLSearchParams(stage.query(credentials)).toString();
  const path = `${BASE}/commerce/wishlist-add/?${query}${more}`;
  const body = { product_id: stage.world.productId };
  return { method: 'POST', path, headers: { ...headers, 'idempotency-key': key }, body, ...rest };
}

function isFresh({ status, headers }: Answer): boolean {
  return status === 200 && headers['idempotency-replayed'] === undefined;
}
