import type { Socket } from 'node:net';
import pg from 'pg';
import { hostUrls } from '../config/database-hosts.js';
import { readTls, tlsOf, withoutTls, type DatabaseTls } from '../config/database-tls.js';

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
 * read when it begins, so that renewed certificates hold for each new connection. Decision 85.
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
