import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { hostUrls } from './database-hosts.js';

/** What the service can promise. `allow` and `prefer` promise nothing, and the driver cannot do them. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** How TLS begins: `postgres` or `direct`. */
const NEGOTIATION = 'sslnegotiation';

/** Beside these nothing may begin with `ssl`: what it asks for would be left out in silence. */
const PARAMETERS: readonly string[] = ['sslmode', ...FILES, 'sslpassword', NEGOTIATION];

/** The driver's own, which asks for what the service does anyway. */
const COMPATIBLE = 'uselibpqcompat';

/** TLS to the database, as libpq's parameters in its URL ask for it. Decision 85. */
export interface DatabaseTls {
  readonly mode: (typeof MODES)[number];
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
  /** Of an encrypted key. */
  readonly sslpassword?: string;
  readonly sslnegotiation?: string;
}

/**
 * What a URL asks for; undefined if it says nothing of TLS.
 * @throws Error that names the parameter, without values of others
 */
export function tlsOf(url: string): DatabaseTls | undefined {
  const asked = Object.fromEntries(URL.parse(hostUrls(url)[0]!)?.searchParams ?? []);
  const names = Object.keys(asked).filter((name) => name.startsWith('ssl') || name === 'requiressl');
  const unknown = names.find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is not supported; of TLS there are ${PARAMETERS.join(', ')}`);
  const { sslmode, sslrootcert, sslcert, sslkey, sslpassword, sslnegotiation } = asked;
  if (sslmode === undefined) {
    if (names.length > 0) throw new Error(`${names[0]} needs sslmode`);
    return undefined;
  }
  const mode = MODES.find((known) => known === sslmode);
  if (mode === undefined) throw new Error(`sslmode must be one of ${MODES.join(', ')}`);
  if ((sslcert === undefined) !== (sslkey === undefined)) throw new Error('sslcert and sslkey need each other');
  // A public authority signs for everybody who asks: without a name that would verify nothing.
  if (mode === 'verify-ca' && sslrootcert === undefined) throw new Error('sslmode=verify-ca needs sslrootcert');
  if (!['postgres', 'direct', undefined].includes(sslnegotiation)) {
    throw new Error(`${NEGOTIATION} must be postgres or direct`);
  }
  return { mode, sslrootcert, sslcert, sslkey, sslpassword, sslnegotiation };
}

/** The URL without what the driver would read of it by its own rules. */
export function withoutTls(url: string): string {
  const bare = new URL(url);
  for (const name of [...PARAMETERS, COMPATIBLE]) bare.searchParams.delete(name);
  return bare.href;
}

/**
 * Reads the files, as they are now, into options of Node's TLS; the key is in the clear there.
 * @throws Error that names the parameter and the file
 */
export function readTls(tls: DatabaseTls): ConnectionOptions {
  const { mode, sslrootcert, sslcert, sslkey } = tls;
  const ca = sslrootcert === undefined ? undefined : readFile('sslrootcert', sslrootcert);
  if (ca !== undefined) certificateOf('sslrootcert', sslrootcert!, ca);
  return {
    ca,
    // With its own authorities, require verifies them, as libpq does.
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(sslcert === undefined || sslkey === undefined ? {} : readIdentity({ ...tls, sslcert, sslkey })),
  };
}

function readIdentity(tls: DatabaseTls & { sslcert: string; sslkey: string }): { cert: string; key: string } {
  const cert = readFile('sslcert', tls.sslcert);
  const key = keyOf(tls, readFile('sslkey', tls.sslkey));
  if (!certificateOf('sslcert', tls.sslcert, cert).checkPrivateKey(key)) {
    throw new Error(`sslkey ${tls.sslkey} does not fit sslcert ${tls.sslcert}`);
  }
  return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
}

function readFile(name: (typeof FILES)[number], path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${name} ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

function certificateOf(name: string, path: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw new Error(`${name} ${path} holds no certificate in PEM format`, { cause: error });
  }
}

function keyOf({ sslkey, sslpassword }: DatabaseTls, text: string): KeyObject {
  try {
    return createPrivateKey({ key: text, format: 'pem', passphrase: sslpassword });
  } catch (error) {
    const isEncrypted = /ENCRYPTED/.test(text);
    const why = !isEncrypted
      ? 'holds no private key in PEM format'
      : sslpassword === undefined
        ? 'is encrypted: it needs sslpassword'
        : 'is encrypted, and sslpassword does not open it';
    throw new Error(`sslkey ${sslkey} ${why}`, { cause: error });
  }
}
