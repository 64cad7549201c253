import { stepAt, totpOf } from '#platform/second-factor/totp.rules.js';
import { PASSWORD, type TestClient, type TestUser } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';

export const SESSION = '/admin/api/session/';
export const FACTORS = '/admin/api/account/factors/';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows, `later` steps from now. */
export function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2));
  return totpOf(Buffer.from(bytes), stepAt(Date.now()) + later);
}

/** A user of the admin module with an authenticator app; its code of this step is used up by setting it up. */
export interface Holder {
  readonly client: TestClient;
  readonly secret: string;
  readonly codes: readonly string[];
}

export async function withApp(app: TestApp, of?: TestClient): Promise<Holder> {
  const client = of ?? (await app.make.admin(['finance']));
  const { id, totp } = (await client.post(FACTORS, { kind: 'totp', name: 'Phone' })).body.data;
  const confirmed = await client.post(`${FACTORS}${id}/confirm/`, { code: codeOf(totp.secret) });
  return { client, secret: totp.secret, codes: confirmed.body.data.recovery_codes };
}

/** Logs in to the admin module with the right password. */
export function enter(app: TestApp, { username }: TestUser): Promise<Answer> {
  return app.send('POST', SESSION, { payload: { username, password: PASSWORD } });
}

/** The challenge of a log-in with the right password. */
export async function challengeOf(app: TestApp, user: TestUser): Promise<string> {
  return (await enter(app, user)).body.data.challenge;
}

/** As if a user had last confirmed their sessions longer ago than counts. */
export async function age(app: TestApp, { user }: TestClient): Promise<void> {
  await app.database.query(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE uid = $1`, [
    user.uid,
  ]);
}

/** The status of an answer with the type of its error. */
export function typeOf({ status, body }: Answer): string {
  return body?.type === undefined ? String(status) : `${status} ${body.type}`;
}
