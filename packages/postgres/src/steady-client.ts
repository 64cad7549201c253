import type pg from 'pg';
import { Primary, readOnly } from './primary.js';
import { asksForPrimary, TlsClient } from './tls.js';

/** What a server says of itself when a connection begins, and when it changes; "on" is that of one without writes. */
const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only'];

/** The SQLSTATE of a change that a server without writes has refused. */
const REFUSED = '25006';

/**
 * Where PostgreSQL gives up waiting for a synchronous standby, because somebody has cancelled the statement: it warns, and
 * commits all the same. The name is that of its function, for its messages are translated.
 */
const GIVEN_UP = 'SyncRepWaitForLSN';

/** The settings of a {@link SteadyClient}. */
export interface SteadyConfig extends pg.ClientConfig {
  /** Milliseconds without a byte from the server after which a waiting statement fails, and the connection with it. */
  silence_timeout?: number;
  /** Whether a pooler is in between. What it says of the server is of the first one that it connected to. */
  is_pooled?: boolean;
}

/** SQL that is prepared under its name, once for each connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** All that this package prepares, so that a test can prepare each: those that need the name of a table, once they have it. */
export const PREPARED = new Map<string, Prepared>();

/** Names a statement; the name must be unique. */
export function prepared(name: string, text: string): Prepared {
  const named = { name, text };
  PREPARED.set(name, named);
  return named;
}

/** Runs a statement on the primary, and returns its rows. */
export type RunOnPrimary = <Row extends object>(sql: Prepared, values: unknown[]) => Promise<Row[]>;

/**
 * A connection whose errors never end the process: pool and TypeORM listen for errors only while they own it, not in
 * between, and the running statement reports the error anyway. It is given up when the server falls silent. With
 * `target_session_attrs` in its URL it goes to the one of its hosts that accepts writes, and to no other. A commit that no
 * standby has confirmed, though one should, is a failed one.
 */
export class SteadyClient extends TlsClient {
  /** Whether the server may be silent at present: a statement takes as long as it takes. */
  isPatient = false;
  private readonly primary: Primary | undefined;
  private readonly isPooled: boolean;
  private isEnding = false;
  private silenceMs: number | undefined;

  constructor(config?: string | SteadyConfig) {
    super(config);
    const settings: SteadyConfig | undefined = typeof config === 'string' ? { connectionString: config } : config;
    const url = settings?.connectionString;
    this.primary = url !== undefined && asksForPrimary(url) ? Primary.of(url) : undefined;
    this.isPooled = settings?.is_pooled ?? false;
    this.on('error', () => this.primary?.forget());
    this.on('notice', ({ routine }) => {
      if (routine === GIVEN_UP) this.breakOff('the change is on this server alone, and may be lost with it');
    });
    this.silenceMs = settings?.silence_timeout;
    if (this.silenceMs !== undefined) this.endSilence();
  }

  /** Changes the `silence_timeout` that a connection was made with, from now on. */
  allowSilence(ms: number): void {
    this.silenceMs = ms;
    this.wire.stream.setTimeout(ms);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.isEnding = true;
    return callback === undefined ? super.end() : super.end(callback);
  }

  protected override async reach(): Promise<pg.Client> {
    const { wire, primary } = this;
    if (primary === undefined) return super.reach();
    const place = await primary.find();
    // Whoever waited for it may have given up.
    if (this.isEnding || wire.stream.destroyed) throw new Error('Connection terminated before it had begun');
    Object.assign(this, place);
    const leave = (): void => void wire.stream.destroy(readOnly());
    if (this.isPooled) wire.on('errorMessage', ({ code }) => void (code === REFUSED && leave()));
    else
      wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (READ_ONLY.includes(parameterName) && parameterValue === 'on') leave();
      });
    try {
      return await super.reach();
    } catch (error) {
      primary.forget();
      throw error;
    }
  }

  /** Fails what waits for an answer, though the server says next that all went well. */
  private breakOff(why: string): void {
    this.wire.emit('error', new Error(`Connection terminated: ${why}`));
    this.wire.stream.destroy();
  }

  private endSilence(): void {
    let isWaiting = false;
    const prototype = SteadyClient.prototype as unknown as { query: (...parts: unknown[]) => unknown };
    this.query = (...parts: unknown[]) => {
      isWaiting = true;
      // Looked up each time: tracing puts its own in the place of the prototype's.
      return prototype.query.apply(this, parts) as never;
    };
    this.on('drain', () => (isWaiting = false));
    this.once('connect', () => {
      const { stream } = this.wire;
      stream.setTimeout(this.silenceMs!);
      stream.on('timeout', () => {
        if (isWaiting && !this.isPatient) {
          stream.destroy(new Error(`Connection terminated: the database was silent for ${this.silenceMs} ms`));
          return;
        }
        // It is over once it has gone off.
        stream.setTimeout(this.silenceMs!);
      });
    });
  }
}
