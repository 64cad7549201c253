import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, PROGRAMS } from '../debian.js';
import { familyOf, send } from '../processes.js';
import { Daemon, type Gate } from './daemon.js';

/** What a member of the cluster is, as Patroni says. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
  /** Bytes that are not replayed yet; Patroni writes a word when it does not know. */
  readonly lag?: number | string;
}

const ASK_MS = 1_000;

/** Patroni ends PostgreSQL first, which waits for nobody. */
const STOP_MS = 30_000;

/** A node: Patroni and the PostgreSQL that it keeps. */
export class Node {
  private readonly patroni: Daemon;

  private constructor(
    readonly name: string,
    readonly index: number,
    /** The directory with its data, which may be a disk of its own. */
    readonly directory: string,
    readonly gate: Gate,
    private readonly api: string,
    account: Account,
  ) {
    const plan = { name, program: PROGRAMS.patroni, args: [join(directory, 'patroni.json')] };
    this.patroni = new Daemon(plan, account, join(directory, '..'));
  }

  /** Writes the configuration of a node into its directory. */
  static async make(
    {
      name,
      index,
      directory,
      gate,
      port,
    }: { name: string; index: number; directory: string; gate: Gate; port: number },
    settings: object,
    account: Account,
  ): Promise<Node> {
    const path = join(directory, 'patroni.json');
    await writeFile(path, JSON.stringify(settings, null, 2), { mode: 0o600 });
    await chown(path, account.uid, account.gid);
    return new Node(name, index, directory, gate, `http://127.0.0.1:${port}`, account);
  }

  start(): void {
    this.patroni.start();
  }

  /** Ends PostgreSQL and Patroni, as an operator does. */
  async stop(): Promise<void> {
    await this.thaw();
    await this.patroni.stop('SIGTERM', STOP_MS);
    await this.kill();
  }

  /** All processes of the node end at the same moment, as when its machine is switched off. */
  async kill(): Promise<void> {
    const pids = await this.freeze();
    for (const pid of pids) send(pid, 'SIGKILL');
    await this.patroni.stop('SIGKILL');
  }

  /** All processes of the node stop where they are, as when its machine is suspended. */
  async freeze(): Promise<number[]> {
    const pids = await this.processes();
    for (const pid of pids) send(pid, 'SIGSTOP');
    // Those that were made meanwhile; the ones that make them are still now.
    const late = (await this.processes()).filter((pid) => !pids.includes(pid));
    for (const pid of late) send(pid, 'SIGSTOP');
    return [...pids, ...late];
  }

  /** Lets them all go on. */
  async thaw(): Promise<void> {
    for (const pid of (await this.processes()).toReversed()) send(pid, 'SIGCONT');
  }

  /** All members as this node knows them; undefined when it does not say. */
  async members(): Promise<Member[] | undefined> {
    try {
      const response = await fetch(`${this.api}/cluster`, { signal: AbortSignal.timeout(ASK_MS) });
      return ((await response.json()) as { members: Member[] }).members;
    } catch {
      return undefined;
    }
  }

  /** Whether Patroni calls this node the primary. */
  async isPrimary(): Promise<boolean> {
    return fetch(`${this.api}/primary`, { signal: AbortSignal.timeout(ASK_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Patroni, PostgreSQL and all that they have made. */
  private async processes(): Promise<number[]> {
    return familyOf([this.patroni.pid, await this.postmaster()].filter((pid) => pid !== undefined));
  }

  private async postmaster(): Promise<number | undefined> {
    const data = join(this.directory, 'data');
    const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    if (!(pid > 1)) return undefined;
    // The file outlives its process, whose number another one may have got.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(data) ? pid : undefined;
  }
}
