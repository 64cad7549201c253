import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';

/** The key that the service signs with: what it publishes, and its private part, which the run reads from the database. */
export interface ServiceKey {
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
export interface ForgersKeys {
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
export function paddedDigestInfo(digest: Buffer): Buffer {
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
