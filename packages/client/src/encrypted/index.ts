import { compactDecrypt, CompactEncrypt, importJWK } from 'jose';
import type { Fetch } from '../send.js';

/** An encryption key of the application, as a super admin issues it. */
export interface EncryptionKey {
  kty: 'oct';
  k: string;
  kid: string;
}

/** The one way of encryption: directly with the key (RFC 7516). */
const ALG = 'dir';
const ENC = 'A256GCM';
const MEDIA_TYPE = 'application/jose';

/**
 * A `fetch` that encrypts bodies and decrypts answers, for `createClient({ fetch: encrypted(key), … })`. It needs the package `jose`.
 * Some errors come unencrypted, because the service cannot tell the key.
 * @param fetched sends what is encrypted
 */
export function encrypted(key: EncryptionKey, fetched: Fetch = (url, init) => fetch(url, init)): Fetch {
  const imported = importJWK({ ...key, alg: ENC });
  return async (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('accept', `${MEDIA_TYPE};kid=${key.kid}`);
    let { body } = init;
    if (typeof body === 'string') {
      headers.set('content-type', MEDIA_TYPE);
      body = await new CompactEncrypt(new TextEncoder().encode(body))
        .setProtectedHeader({ alg: ALG, enc: ENC, kid: key.kid })
        .encrypt(await imported);
    }
    const response = await fetched(url, { ...init, headers, body });
    if (!response.headers.get('content-type')?.startsWith(MEDIA_TYPE)) return response;
    const { plaintext } = await compactDecrypt(await response.text(), await imported, {
      keyManagementAlgorithms: [ALG],
      contentEncryptionAlgorithms: [ENC],
    });
    return new Response(new TextDecoder().decode(plaintext), { status: response.status, headers: response.headers });
  };
}
