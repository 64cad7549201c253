import { SetupError } from './errors.js';
import { PrimaryLog, Standby, type LogPosition } from './standby.js';
import type { Prepared, RunOnPrimary, SteadyConfig } from './steady-client.js';
import { hostUrls } from './tls.js';

const RETRY_MS = 3_000;

/** Milliseconds that a read waits for a standby, before others do not wait for it any more. */
export const BEHIND_MS = 750;

/** Codes of statements that the replay had to end: they held up what the primary has removed. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01'];

/** Called when a standby is no longer read, and when it is again. */
export interface ReplicaLogger {
  warn(line: string): void;
  log(line: string): void;
}

/** A standby that is read: it is connected again and again, and used while it follows the primary. */
export class ReplicaHost {
  /** The host and port. */
  readonly name: string;
  /** Statements that it has answered. */
  reads = 0;
  /** It is watched; reads begin once it is known to follow a timeline. */
  private standby: Standby | undefined;
  private timeline: string | undefined;
  private isBehind = false;
  private isLost = false;
  private timer: NodeJS.Timeout | undefined;
  private hasStopped = false;

  /**
   * @param connection the settings of its connections, with the URL of one host
   * @param size maximum connections
   */
  constructor(
    private readonly connection: SteadyConfig & { readonly connectionString: string },
    private readonly size: number,
    private readonly primary: PrimaryLog,
    private readonly logger: ReplicaLogger,
  ) {
    const { host, port } = new URL(connection.connectionString);
    this.name = port === '' ? `${host}:5432` : host;
  }

  /** Whether it follows the primary, however far behind. */
  get isFollowing(): boolean {
    return this.timeline !== undefined;
  }

  /** Whether it follows the primary, and is not far behind. */
  get isUsed(): boolean {
    return this.isFollowing && !this.isBehind;
  }

  /** Seconds since the last transaction that it has replayed; undefined while it is not known. */
  get lag(): number | undefined {
    return this.standby?.lag;
  }

  /**
   * Connects, and again whenever that fails.
   * @throws SetupError for a server of another database
   */
  async start(): Promise<void> {
    try {
      await this.connect();
    } catch (error) {
      if (!(error instanceof SetupError)) return this.fail(this.standby, error);
      this.stop();
      throw error;
    }
    void this.follow();
  }

  stop(): void {
    this.hasStopped = true;
    this.disconnect();
  }

  /** Whether it shows all that stands before a position of the log. */
  shows({ timeline, at }: LogPosition): boolean {
    if (this.timeline !== undefined && this.timeline !== timeline) this.fail(this.standby, 'there is another primary');
    return this.timeline === timeline && this.standby?.hasReached(at) === true;
  }

  /** Waits until it shows all that stands before a position; returns whether it does within {@link BEHIND_MS}. */
  async waitFor(position: LogPosition): Promise<boolean> {
    const { standby } = this;
    if (this.shows(position)) return true;
    if (standby === undefined || this.timeline === undefined) return false;
    return (await standby.reaches(position.at, BEHIND_MS)) && this.shows(position);
  }

  /** It has kept a read waiting in vain: none waits for it until it has caught up. */
  fallBehind(): void {
    const { standby } = this;
    if (standby === undefined || !this.isUsed) return;
    this.isBehind = true;
    this.lose(`it is more than ${BEHIND_MS} ms behind`);
    void this.catchUp(standby);
  }

  /**
   * Runs a statement that only reads.
   * @param onPrimary runs it there, after a failure
   */
  async query<Row extends object>(sql: Prepared, values: unknown[], onPrimary: () => Promise<Row[]>): Promise<Row[]> {
    const { standby } = this;
    if (standby === undefined) return onPrimary();
    try {
      const rows = await standby.query<Row>(sql, values);
      this.reads += 1;
      return rows;
    } catch (error) {
      const rows = await onPrimary();
      // It works on the primary, so the statement is not the cause.
      if (!CONFLICTS.includes((error as { code?: unknown }).code)) this.fail(standby, error);
      return rows;
    }
  }

  private async connect(): Promise<void> {
    this.disconnect();
    const identity = await this.primary.identity();
    if (this.hasStopped) return;
    const standby: Standby = new Standby(this.connection, this.size, identity, (error) => this.fail(standby, error));
    this.standby = standby;
    await standby.start();
  }

  /** Waits until it has what was written on this primary just now: a standby of another one may be as far as it likes. */
  private async follow(): Promise<void> {
    const { standby } = this;
    if (standby === undefined) return;
    try {
      const { timeline } = await this.primary.now();
      const mark = await this.primary.mark();
      await this.reach(standby);
      if (!(await standby.hasMark(this.primary.marks, mark))) throw new Error('it does not follow the primary');
      if (this.standby !== standby) return;
      this.timeline = timeline;
      await this.catchUp(standby);
    } catch (error) {
      this.fail(standby, error);
    }
  }

  private async catchUp(standby: Standby): Promise<void> {
    try {
      for (let took = Infinity; took > BEHIND_MS && this.standby === standby;) took = await this.reach(standby);
    } catch (error) {
      this.fail(standby, error);
    }
    if (this.standby !== standby) return;
    this.isBehind = false;
    if (this.isLost) this.logger.log(`replica ${this.name} is read again`);
    this.isLost = false;
  }

  /** Waits until it has replayed what the primary has now, however long that takes; returns the milliseconds. */
  private async reach(standby: Standby): Promise<number> {
    const { at } = await this.primary.now();
    const since = performance.now();
    while (this.standby === standby && !(await standby.reaches(at, BEHIND_MS))) {
      this.isBehind = true;
      this.lose(`it is more than ${BEHIND_MS} ms behind`);
    }
    return performance.now() - since;
  }

  private fail(standby: Standby | undefined, error: unknown): void {
    if (this.hasStopped || this.standby !== standby) return;
    this.disconnect();
    this.lose(error instanceof Error ? error.message : String(error));
    this.timer = setTimeout(() => void this.again(), RETRY_MS).unref();
  }

  private async again(): Promise<void> {
    try {
      await this.connect();
    } catch (error) {
      return this.fail(this.standby, error);
    }
    await this.follow();
  }

  private lose(reason: string): void {
    if (!this.isLost) this.logger.warn(`replica ${this.name} is not read: ${reason}`);
    this.isLost = true;
  }

  private disconnect(): void {
    clearTimeout(this.timer);
    this.standby?.end();
    this.standby = undefined;
    this.timeline = undefined;
    this.isBehind = false;
  }
}

/** What {@link Replicas} are made of. */
export interface ReplicaOptions {
  /** Names the hosts; without one there are no standbys. */
  readonly url: string | undefined;
  /** Maximum connections to each. */
  readonly size: number;
  /** The settings of connections. */
  readonly connection: SteadyConfig;
  readonly primary: RunOnPrimary;
  /** A table of the primary; see {@link PrimaryLog}. */
  readonly marks: string;
  readonly logger: ReplicaLogger;
}

/** Streaming standbys, each of which is read only where it shows what stands before a position of the primary's log. */
export class Replicas {
  readonly hosts: readonly ReplicaHost[];
  private readonly log: PrimaryLog;
  private turn = 0;

  constructor({ url, size, connection, primary, marks, logger }: ReplicaOptions) {
    this.log = new PrimaryLog(primary, marks);
    const urls = url === undefined ? [] : hostUrls(url);
    this.hosts = urls.map((one) => new ReplicaHost({ ...connection, connectionString: one }, size, this.log, logger));
  }

  /** @throws SetupError if one is of another database; an unreachable server is retried */
  async start(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.start()));
  }

  stop(): void {
    for (const host of this.hosts) host.stop();
  }

  /** The position behind all that is confirmed at the time of the call. */
  now(): Promise<LogPosition> {
    return this.log.now();
  }

  /** A standby that shows what stands before a position; undefined if none does, or will soon. */
  async at(find: () => Promise<LogPosition>): Promise<ReplicaHost | undefined> {
    if (!this.hosts.some(({ isFollowing }) => isFollowing)) return undefined;
    // The primary itself tells why it has no answer.
    const position = await find().catch(() => undefined);
    if (position === undefined) return undefined;
    this.turn += 1;
    const inTurn = this.hosts.map((_, at) => this.hosts[(this.turn + at) % this.hosts.length]!);
    const next = inTurn.find((host) => host.shows(position) || host.isUsed);
    if (next === undefined || (await next.waitFor(position))) return next;
    next.fallBehind();
    return inTurn.find((host) => host.shows(position));
  }

  /** Waits until all show what is confirmed by now; returns whether they do soon. */
  async allShow(): Promise<boolean> {
    const position = await this.log.now().catch(() => undefined);
    if (position === undefined) return false;
    return (await Promise.all(this.hosts.map((host) => host.waitFor(position)))).every(Boolean);
  }
}
