import { compactDecrypt, CompactEncrypt, importJWK, type JWK } from 'jose';
import type { TestClient } from './factories.js';
import type { Answer } from './start-test-app.js';

export const JOSE = 'application/jose';

/** What a client sends to get an encrypted answer. */
export const ACCEPT = { accept: JOSE };

/** What it sends with an encrypted body. */
export const SENT = { 'content-type': JOSE };

/** An encryption key as the admin module gives it. */
export interface IssuedKey {
  kid: string;
  platform: string;
  jwk: JWK & { kid: string; k: string };
  created_at: string;
  retired_at: string | null;
}

/** Issues a key for an application; on the server by default. */
export async function issueKey(admin: TestClient, applicationId: string, fields: object = {}): Promise<IssuedKey> {
  const path = `/admin/api/applications/${applicationId}/encryption-keys/`;
  const answer = await admin.post(path, { platform: 'server', ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data as IssuedKey;
}

/** A text encrypted with a key, by jose; `header` replaces or adds what is protected. */
export async function sealText(text: string, { jwk }: IssuedKey, header: object = {}): Promise<string> {
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: jwk.kid, ...header })
    .encrypt(await importJWK(jwk));
}

/** A value encrypted as JSON. */
export function seal(value: unknown, key: IssuedKey, header: object = {}): Promise<string> {
  return sealText(JSON.stringify(value), key, header);
}

/** What an encrypted answer says, decrypted by jose with the key of its `kid`, which must be one of these. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test knows what it asked for
export async function open({ headers, text }: Pick<Answer, 'headers' | 'text'>, ...keys: IssuedKey[]): Promise<any> {
  if (headers['content-type'] !== JOSE) throw new Error(`not encrypted: ${text}`);
  const { plaintext, protectedHeader } = await compactDecrypt(text, async ({ kid }) => {
    const key = keys.find((one) => one.kid === kid);
    if (key === undefined) throw new Error(`encrypted with another key: ${kid}`);
    return importJWK(key.jwk);
  });
  if (protectedHeader.cty !== 'json') return Buffer.from(plaintext);
  return JSON.parse(Buffer.from(plaintext).toString('utf8')) as unknown;
}
