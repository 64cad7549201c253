import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { inTransaction } from './transaction.js';

const APPLICATION = process.env.APPLICATION_ID ?? '';
const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const HEADER = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'floor' })).toString('base64url');
const MONTH = '30 days';

const FIND_USER = { name: 'user', text: 'SELECT uid, password_hash FROM users WHERE lower(username) = lower($1)' };
const BEGIN_SESSION = {
  name: 'begin-session',
  text: `INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at, ip)
    VALUES ($1, $2, $3, $1, $4, now() + interval '${MONTH}', '127.0.0.1')`,
};
const KEEP_TOKEN = {
  name: 'keep-token',
  text: `INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES ($1, $2, now() + interval '${MONTH}')`,
};
const USE_TOKEN = {
  name: 'use-token',
  text: `UPDATE refresh_tokens t SET used_at = now(), successor_hash = $2 FROM sessions s
    WHERE t.token_hash = $1 AND t.expires_at > now() AND s.id = t.session_id AND s.ended_at IS NULL RETURNING s.id, s.uid`,
};
const EXTEND = {
  name: 'extend',
  text: `UPDATE sessions SET expires_at = now() + interval '${MONTH} 1 day' WHERE id = $1 AND expires_at < now() + interval '${MONTH}'`,
};

/** Signs a user in. */
export async function logIn(
  pool: Pool,
  { username, password }: { username: string; password: string },
): Promise<object> {
  const { rows } = await pool.query<{ uid: number; password_hash: string }>({ ...FIND_USER, values: [username] });
  const { uid, password_hash } = rows[0]!;
  if (!(await verify(password_hash, password))) throw new Error('wrong password');
  const session = randomUUID();
  const token = newToken();
  await inTransaction(pool, async (client) => {
    await client.query({ ...BEGIN_SESSION, values: [session, uid, APPLICATION, randomBytes(32)] });
    await client.query({ ...KEEP_TOKEN, values: [hash(token), session] });
  });
  return pair(session, uid, token);
}

/** Exchanges a refresh token for its successor. */
export async function refresh(pool: Pool, used: string): Promise<object> {
  const token = newToken();
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; uid: number }>({
      ...USE_TOKEN,
      values: [hash(used), hash(token)],
    });
    const { id, uid } = rows[0]!;
    await client.query({ ...KEEP_TOKEN, values: [hash(token), id] });
    await client.query({ ...EXTEND, values: [id] });
    return pair(id, uid, token);
  });
}

function pair(sid: string, uid: number, refresh_token: string): object {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: 'floor', aud: 'floor', sub: String(uid), client_id: APPLICATION, iat, exp: iat + 900, sid };
  const text = `${HEADER}.${Buffer.from(JSON.stringify({ ...claims, jti: randomUUID() })).toString('base64url')}`;
  const access_token = `${text}.${sign('sha256', Buffer.from(text), { key: KEY, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  return { access_token, refresh_token, token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000, uid };
}

function newToken(): string {
  return `rt_${randomBytes(32).toString('base64url')}`;
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
