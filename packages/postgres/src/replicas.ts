import { PrimaryLog, type LogPosition, type RunOnPrimary } from './primary-log.js';
import { ReplicaHost, type ReplicaLogger } from './replica-host.js';
import type { SteadyConfig } from './steady-client.js';
import { hostUrls } from './tls.js';

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
