import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { BASE } from '../support/shop.js';
import type { Pair } from './comparison.js';
import type { Sent } from './service.js';
import type { Stage } from './stage.js';

const NO_UUID = '00000000-0000-4000-8000-000000000000';
const JOSE = 'application/jose';

/**
 * Pairs about encryption keys, which are named in headers: by `Accept` for the answer, and inside an encrypted body. Another
 * application's key, which its holder really has, is as good as none.
 */
export async function encryptionPairs(stage: Stage): Promise<Pair[]> {
  const { world, other } = stage;
  const { kid, jwk } = await world.root('adminIssueEncryptionKey', {
    path: { id: other.id },
    body: { platform: 'android' },
  });
  const { headers } = stage.sent({ key: 'own', token: 'member' });
  const accepted = (id: string): Sent => ({
    method: 'GET',
    path: `${BASE}/commerce/cart-items/`,
    headers: { ...headers, accept: `${JOSE};kid=${id}` },
  });
  const encrypted = async (id: string): Promise<Sent> => ({
    method: 'POST',
    path: `${BASE}/commerce/wishlist-add/`,
    headers: { ...headers, 'content-type': JOSE },
    body: await encrypt({ product_id: world.productId }, jwk as JWK, id),
  });
  const what = 'another application’s';
  return [
    { of: 'Accept kid', what, theirs: accepted(String(kid)), nobodys: accepted(NO_UUID) },
    { of: 'encrypted body kid', what, theirs: await encrypted(String(kid)), nobodys: await encrypted(NO_UUID) },
  ];
}

async function encrypt(value: object, jwk: JWK, kid: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk));
}
