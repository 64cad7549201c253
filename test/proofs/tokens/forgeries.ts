import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyLike,
  type KeyObject,
  sign,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';

/** Curve P-256's order: with r = s = n, broken verifiers take anything. */
const P256_ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');

/** A token that must be refused, or a way to write one. */
export interface Forgery {
  name: string;
  token: string;
}

/** A token of the service, taken apart, and what a forger has. */
export interface Genuine {
  token: string;
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  key: ServiceKey;
  forger: ForgersKeys;
  keyHost: KeyHost;
}

/** Tokens without the service's signature, or with one that is not ES256 by the key that `kid` names. */
export function* signatureForgeries(genuine: Genuine): Generator<Forgery> {
  const { header, claims, token, key, forger } = genuine;
  const make = (name: string, changed: object, signer: Signer, said: Part = claims): Forgery => {
    return { name, token: jwt({ ...header, ...changed }, said, signer) };
  };
  const [head, body, signature] = token.split('.') as [string, string, string];
  const none = fixed(Buffer.alloc(0));
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'null'])
    yield make(`alg "${alg}" without signature`, { alg }, none);
  yield make('alg none with a signature', { alg: 'none' }, es(forger.ecPem));
  yield make('no alg at all', { alg: undefined }, es(key.privatePem));
  yield make('alg in lower case', { alg: 'es256' }, es(key.privatePem));
  yield make('alg as a list', { alg: ['ES256'] }, es(key.privatePem));
  yield make('empty signature', {}, none);
  yield { name: 'no signature part', token: `${head}.${body}` };
  yield { name: 'a fourth part', token: `${token}.${signature}` };
  yield { name: 'five parts', token: `${head}..${body}.${signature}.${signature}` };
  yield { name: 'signature of other claims', token: `${jwt(header, { ...claims, jti: 'x' }, none)}${signature}` };
  yield { name: 'signature of another header', token: `${jwt({ ...header, x: 1 }, claims, none)}${signature}` };
  yield { name: 'half of the signature', token: token.slice(0, -43) };
  yield make('signature of zeros', {}, fixed(Buffer.alloc(64)));
  yield make(
    'signature of one byte more',
    {},
    fixed(Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.of(0)])),
  );

  const secrets: [string, Buffer | string][] = [
    ['the public key in PEM', key.publicPem],
    ['the public key in PEM without its last line break', key.publicPem.trimEnd()],
    ['the public key in DER', key.publicDer],
    ['the public key as a JWK', JSON.stringify(key.publicJwk)],
    ['the point', Buffer.from(key.publicJwk.x ?? '', 'base64url')],
    ['nothing', ''],
    ['the kid', key.kid],
  ];
  for (const [what, secret] of secrets) {
    for (const bits of ['256', '384', '512']) {
      yield make(`HS${bits} with ${what}`, { alg: `HS${bits}` }, hs(secret, `sha${bits}`));
    }
  }
  yield make('ES256 said, HS256 done with the public key', {}, hs(key.publicPem));

  yield make('another EC key under the same kid', {}, es(forger.ecPem));
  yield make('ES256 with r and s of zero', {}, fixed(Buffer.alloc(64)));
  yield make('ES256 with r and s of the order of the curve', {}, fixed(Buffer.concat([P256_ORDER, P256_ORDER])));
  yield make('ES256 by the right key, in DER', {}, (input) => sign('sha256', Buffer.from(input), key.privatePem));
  for (const bits of ['384', '512']) {
    yield make(`ES${bits} with the right key`, { alg: `ES${bits}` }, es(key.privatePem, `sha${bits}`));
    yield make(`ES256 said, ES${bits} done with the right key`, {}, es(key.privatePem, `sha${bits}`));
  }
  yield make('RS256', { alg: 'RS256' }, rs(forger.rsaPem));
  yield make('RS256 said, ES256 done with the right key', { alg: 'RS256' }, es(key.privatePem));
  yield make('PS256', { alg: 'PS256' }, ps(forger.rsaPem));
  yield make('EdDSA', { alg: 'EdDSA' }, ed(forger.edPem));
}

/** Tokens that bring their own key, or say where it could be fetched. */
export function* ownKeyForgeries({ header, claims, forger, keyHost, key }: Genuine): Generator<Forgery> {
  const kids: [string, unknown][] = [
    ["the service's kid", key.kid],
    ['its own kid', 'forged'],
    ['no kid', undefined],
  ];
  const padded: Signer = (input) => paddedDigestInfo(createHash('sha256').update(input).digest());
  const ways: [string, object, Signer][] = [
    ['jwk of RSA', { alg: 'RS256', jwk: forger.rsaJwk }, rs(forger.rsaPem)],
    ['jwk of RSA with exponent 3', { alg: 'RS256', jwk: forger.smallJwk }, rs(forger.smallPem)],
    ['jwk of RSA with exponent 1', { alg: 'RS256', jwk: { ...forger.rsaJwk, e: 'AQ' } }, padded],
    ['jwk of EC', { jwk: forger.ecJwk }, es(forger.ecPem)],
    ['jwk of Ed25519', { alg: 'EdDSA', jwk: forger.edJwk }, ed(forger.edPem)],
    ['jwk of a secret', { alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, hs('secret')],
    ['jku', { jku: `${keyHost.url}/jwks.json` }, es(forger.ecPem)],
    ["jku with the service's name in it", { jku: `http://shop.example@${keyHost.url.slice(7)}/` }, es(forger.ecPem)],
    ['x5u', { x5u: `${keyHost.url}/certificate.pem` }, es(forger.ecPem)],
    ['x5c', { x5c: [Buffer.from(forger.ecJwk.x ?? '').toString('base64')] }, es(forger.ecPem)],
    ['x5t', { x5t: 'AAAA', 'x5t#S256': 'AAAA' }, es(forger.ecPem)],
  ];
  for (const [what, changed, signer] of ways) {
    for (const [whose, kid] of kids) {
      yield { name: `${what} under ${whose}`, token: jwt({ ...header, kid, ...changed }, claims, signer) };
    }
  }
  yield {
    name: 'iss of its own, with a jku there',
    token: jwt({ ...header, jku: `${keyHost.url}/` }, { ...claims, iss: keyHost.url }, es(forger.ecPem)),
  };
}

const HOSTILE_KIDS: unknown[] = [
  '', '../../../../../../dev/null', '/dev/null', 'file:///dev/null', '../signing-keys', 'x\' OR \'1\'=\'1', '; select pg_sleep(20)',
  'x\' UNION SELECT \'c2VjcmV0\' --', '|id', '$(id)', '%00', '\u0000', 'a\u0000b', '__proto__', 'constructor', 'toString',
  '\u202e', 'A'.repeat(43), 'A'.repeat(44), 'a'.repeat(8_000), null, 0, 1, true, [], ['x'], {}, { $ne: null }, { toString: 'x' },
]; // prettier-ignore

/** Tokens whose `kid` is meant to do harm. Signed with the right key, with another, and with what an empty file would give. */
export function* kidForgeries({ header, claims, forger, key }: Genuine): Generator<Forgery> {
  const kids = [...HOSTILE_KIDS, key.kid.toLowerCase(), ` ${key.kid}`, `${key.kid} `, `${key.kid}\u0000`, [key.kid]];
  for (const kid of kids) {
    const named = `kid ${JSON.stringify(kid).slice(0, 40)}`;
    yield { name: `${named}, the right key`, token: jwt({ ...header, kid }, claims, es(key.privatePem)) };
    yield { name: `${named}, another key`, token: jwt({ ...header, kid }, claims, es(forger.ecPem)) };
    yield { name: `${named}, an empty secret`, token: jwt({ ...header, alg: 'HS256', kid }, claims, hs('')) };
  }
  yield { name: 'no kid', token: jwt({ ...header, kid: undefined }, claims, es(key.privatePem)) };
}

/** The key that the service signs with: what it publishes, and its private part, which the run reads from the database. */
interface ServiceKey {
  kid: string;
  privatePem: string;
  publicPem: string;
  publicDer: Buffer;
  publicJwk: JsonWebKey;
}

/** Reads the newest signing key. */
export async function readServiceKey(pool: Pool): Promise<ServiceKey> {
  const { rows } = await pool.query<{ kid: string; private_key: string }>(
    'SELECT kid, private_key FROM signing_keys ORDER BY created_at DESC LIMIT 1',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the service has no signing key');
  const key = createPublicKey(row.private_key);
  return {
    kid: row.kid,
    privatePem: row.private_key,
    publicPem: key.export({ type: 'spki', format: 'pem' }).toString(),
    publicDer: key.export({ type: 'spki', format: 'der' }),
    publicJwk: key.export({ format: 'jwk' }),
  };
}

/** Keys of somebody who forges. */
interface ForgersKeys {
  rsaPem: string;
  rsaJwk: JsonWebKey;
  ecPem: string;
  ecJwk: JsonWebKey;
  edPem: string;
  edJwk: JsonWebKey;
  /** An RSA key with exponent 3. */
  smallPem: string;
  smallJwk: JsonWebKey;
}

/** Makes a forger's keys. */
export function makeForgersKeys(): ForgersKeys {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const small = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const edwards = generateKeyPairSync('ed25519');
  const pem = ({ privateKey }: { privateKey: KeyObject }): string =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    rsaPem: pem(rsa),
    rsaJwk: rsa.publicKey.export({ format: 'jwk' }),
    ecPem: pem(ec),
    ecJwk: ec.publicKey.export({ format: 'jwk' }),
    edPem: pem(edwards),
    edJwk: edwards.publicKey.export({ format: 'jwk' }),
    smallPem: pem(small),
    smallJwk: small.publicKey.export({ format: 'jwk' }),
  };
}

/** With the exponent 1, whatever is padded is its own signature. */
function paddedDigestInfo(digest: Buffer): Buffer {
  const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest]);
  return Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(256 - 3 - info.length, 0xff), Buffer.from([0]), info]);
}

/** A listener at which keys and certificates could be fetched; it counts who asks. */
export class KeyHost {
  requests = 0;
  private readonly server: Server;

  constructor({ ecJwk }: ForgersKeys, kid: string) {
    const set = JSON.stringify({ keys: [{ ...ecJwk, kid, alg: 'ES256', use: 'sig' }] });
    this.server = createServer((_request, response) => {
      this.requests += 1;
      response.setHeader('content-type', 'application/json').end(set);
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** A header or the claims: an object, or text as it stands. */
export type Part = object | string;

/** Signs what stands before the second dot. */
type Signer = (input: string) => Buffer;

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
const rs =
  (key: KeyLike, hash = 'sha256'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), key);

/** RSA with PSS: PS256. */
const ps =
  (key: KeyLike): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key: asKey(key), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });

/** ECDSA: ES256, unless it is told another hash. */
export const es =
  (key: KeyLike, hash = 'sha256'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), { key: asKey(key), dsaEncoding: 'ieee-p1363' });

/** EdDSA. */
const ed =
  (key: KeyLike): Signer =>
  (input) =>
    sign(null, Buffer.from(input), key);

/** HMAC: HS256, unless it is told another hash. */
const hs =
  (secret: Buffer | string, hash = 'sha256'): Signer =>
  (input) =>
    createHmac(hash, secret).update(input).digest();

/** A signature that stands, whatever is signed. */
const fixed =
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
