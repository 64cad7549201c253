import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';

/** What the service can promise. `allow` and `prefer` promise nothing, and the driver cannot do them. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** How TLS begins: `postgres` or `direct`. */
const NEGOTIATION = 'sslnegotiation';

/** Beside these nothing may begin with `ssl`: what it asks for would be left out in silence. */
const PARAMETERS: readonly string[] = ['sslmode', ...FILES, 'sslpassword', NEGOTIATION];

/** The driver's own, which asks for what the service does anyway. */
const COMPATIBLE = 'uselibpqcompat';

/** TLS to the database, as libpq's parameters in its URL ask for it. */
interface DatabaseTls {
  readonly mode: (typeof MODES)[number];
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
  /** Of an encrypted key. */
  readonly sslpassword?: string;
  readonly sslnegotiation?: string;
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** The driver's own connection, of which its types do not tell. */
interface Wire {
  readonly stream: Socket;
  readonly ssl: object | false;
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void;
  on(event: 'errorMessage', listener: (error: pg.DatabaseError) => void): void;
  emit(event: 'error', error: Error): void;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A connection with TLS as libpq's parameters in its URL ask for it, which the driver understands otherwise. The files are
 * read when it begins, so that renewed certificates hold for each new connection.
 */
export class TlsClient extends pg.Client {
  private readonly tls: DatabaseTls | undefined;

  /** @throws Error if the URL asks for TLS in a way that there is not */
  constructor(config?: string | pg.ClientConfig) {
    const settings: pg.ClientConfig = (typeof config === 'string' ? { connectionString: config } : config) ?? {};
    const [url] = settings.connectionString === undefined ? [] : hostUrls(settings.connectionString);
    const tls = url === undefined ? undefined : tlsOf(url);
    super(
      url === undefined || tls === undefined ? { ...settings, connectionString: url } : secured(settings, url, tls),
    );
    this.tls = tls;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const connected = this.reach();
    if (callback === undefined) return connected;
    const done = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then((client) => done(null, client), done);
  }

  /**
   * Connects.
   * @throws Error of the server or the network, or like that of a refused connection if TLS fails
   */
  protected async reach(): Promise<pg.Client> {
    const { ssl } = this.wire;
    if (this.tls === undefined || ssl === false) return super.connect();
    try {
      const { key, ...options } = readTls(this.tls);
      // The driver hides a key, too: it must not be in a log.
      Object.defineProperty(Object.assign(ssl, options), 'key', { value: key, enumerable: false });
      return await super.connect();
    } catch (error) {
      throw asRefusal(error);
    }
  }

  protected get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }
}

/** Makes one URL for each of the hosts that a URL names, as libpq writes them: `postgres://u:p@h1:5432,h2:5433/db`. */
export function hostUrls(text: string): readonly string[] {
  const [, scheme, authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined) return [text];
  const at = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(at).split(',');
  return hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`);
}

/** Whether a URL asks for the server that accepts writes, among the hosts it names. */
export function asksForPrimary(text: string): boolean {
  return URL.parse(hostUrls(text)[0]!)?.searchParams.has('target_session_attrs') ?? false;
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
function withoutTls(url: string): string {
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

function secured(settings: pg.ClientConfig, url: string, { mode, sslnegotiation }: DatabaseTls): pg.ClientConfig {
  const plain = { ...settings, connectionString: withoutTls(url) };
  return mode === 'disable' ? { ...plain, ssl: false } : Object.assign(plain, { ssl: {}, sslnegotiation });
}

/** Failures of TLS have dozens of codes. */
function asRefusal(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || (error as NodeJS.ErrnoException).syscall !== undefined) return error;
  const { reason, message } = error as Error & { reason?: string };
  return Object.assign(new Error(reason ?? message, { cause: error }), { code: 'ECONNREFUSED' });
}
