import { constants, createHmac, sign, type KeyLike } from 'node:crypto';

/** A header or the claims: an object, or text as it stands. */
export type Part = object | string;

/** Signs what stands before the second dot. */
export type Signer = (input: string) => Buffer;

/** A JWT of any header and claims. */
export function jwt(header: Part, claims: Part, signer: Signer): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

/** What a part of a JWT says. */
export function decode(part: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** RSA with PKCS #1 v1.5: RS256, unless it is told another hash. */
export const rs =
  (key: KeyLike, hash = 'sha256'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), key);

/** RSA with PSS: PS256. */
export const ps =
  (key: KeyLike): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key: asKey(key), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });

/** ECDSA: ES256, unless it is told another hash. */
export const es =
  (key: KeyLike, hash = 'sha256'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), { key: asKey(key), dsaEncoding: 'ieee-p1363' });

/** EdDSA. */
export const ed =
  (key: KeyLike): Signer =>
  (input) =>
    sign(null, Buffer.from(input), key);

/** HMAC: HS256, unless it is told another hash. */
export const hs =
  (secret: Buffer | string, hash = 'sha256'): Signer =>
  (input) =>
    createHmac(hash, secret).update(input).digest();

/** A signature that stands, whatever is signed. */
export const fixed =
  (signature: Buffer): Signer =>
  () =>
    signature;

function asKey(key: KeyLike): Buffer | string {
  if (typeof key === 'string' || Buffer.isBuffer(key)) return key;
  throw new Error('the key must be in PEM');
}

function encode(part: Part): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}
