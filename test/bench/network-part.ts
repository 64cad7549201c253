import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase, BenchServer } from './database.js';
import { quantile } from './figures.js';
import type { Shape } from './network-rows.js';
import type { ServerProcess } from './server-process.js';
import { openApplication, post, type Shop } from './shop.js';
import { startService } from './sides.js';

/** A network that is measured. */
export interface Network {
  readonly shape: Shape;
  readonly members: number;
}

/** A part of the benchmark, with tables of its own. */
export interface Part {
  /** Between comments with this name, the pages with figures have its tables. */
  readonly marker: string;
  readonly networks: readonly Network[];

  /** Measures one, and keeps its figures, also those that were there before it failed. */
  measure(server: BenchServer, network: Network): Promise<void>;

  /** The tables of all that is measured so far. */
  lines(): string[];
}

/** Such as `bush of 10,000`. */
export function titleOf({ shape, members }: Network): string {
  return `${shape} of ${members.toLocaleString('en')}`;
}

/** The head of a table in Markdown, whose first column is a text and whose others are numbers. */
export function headOf(columns: readonly string[]): string[] {
  return [`| ${columns.join(' | ')} |`, `| --- |${' ---: |'.repeat(columns.length - 1)}`];
}

/** A row of a table in Markdown. */
export function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** What something took, several times, in milliseconds. */
interface Times {
  readonly p50: number;
  readonly p99: number;
  /** Of the processor, for each. */
  readonly cpu: number;
}

/**
 * Does something several times, one after the other.
 * @param cpu milliseconds of the processor that who does it has used so far
 */
export async function timesOf(
  count: number,
  act: () => Promise<unknown>,
  cpu: () => number | Promise<number>,
): Promise<Times> {
  const times: number[] = [];
  const before = await cpu();
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  const used = (await cpu()) - before;
  times.sort((one, other) => one - other);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu: used / count };
}

/** As a cell of a table. */
export function cellOf({ p50, p99, cpu }: Times): string {
  const text = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);
  return `${text(p50)} / ${text(p99)} (${text(cpu)})`;
}

const PORT = '22150';

/** Sign-ups by each rule, and moves. */
const SIGN_UPS = 40;
const MOVES = 20;

/** The rules by which the service chooses a place. */
const SPILLS = ['left', 'right', 'lesser_volume', 'breadth_first'] as const;

/** What a service with a network was asked: names and times. */
type ServiceTimes = readonly (readonly [name: string, times: Times])[];

/** Starts the service on a network, and asks it for what writes: sign-ups below the member at the top by each rule, and moves. */
export async function measureService({ url }: BenchDatabase, members: number): Promise<ServiceTimes> {
  const service = await startService(url, PORT);
  try {
    return await new NetworkService(service, await openApplication(service), members).measure();
  } finally {
    await service.stop();
  }
}

/** Waits until a dry run of a move tells volumes: then the trees are in the service's memory. */
export async function networkLoaded(
  service: ServerProcess,
  admin: { authorization: string },
  { top, last }: { top: number; last: number },
): Promise<void> {
  const dryRun = { tree: 'sponsor', parent_uid: top, reason: 'bench', dry_run: true };
  for (;;) {
    const { volumes } = await post(service, `/admin/api/network/${last}/move/`, admin, dryRun);
    if (volumes !== null) return;
    await sleep(1_000);
  }
}

class NetworkService {
  private signedUp = 0;
  private readonly admin: { authorization: string };
  private readonly client: { apikey: string; authorization: string };

  constructor(
    private readonly service: ServerProcess,
    { authorization, apikey, apiAdmin }: Pick<Shop, 'apikey' | 'apiAdmin'> & { authorization: string },
    private readonly members: number,
  ) {
    this.admin = { authorization };
    this.client = { apikey, authorization: `Bearer ${apiAdmin.accessToken}` };
  }

  async measure(): Promise<ServiceTimes> {
    await networkLoaded(this.service, this.admin, { top: 1, last: this.members });
    const all: [string, Times][] = [];
    let last = 0;
    for (const spill of SPILLS) {
      await post(this.service, '/admin/api/network/settings/', this.admin, { spill }, 'PATCH');
      all.push([`sign-up, ${spill}`, await this.times(SIGN_UPS, async () => (last = await this.signUp()))]);
    }
    const [first, bottom] = [2, this.members];
    // All below the second member, and somebody to the end of the longest way.
    all.push(['dry run, a large part', await this.times(MOVES, () => this.move(first, last, true))]);
    all.push(['dry run, to the bottom', await this.times(MOVES, () => this.move(last, bottom, true))]);
    let turn = 0;
    const there = (): Promise<void> => this.move(last, (turn += 1) % 2 === 0 ? first : bottom, false);
    all.push(['move, to the bottom and back', await this.times(MOVES, there)]);
    return all;
  }

  private async signUp(): Promise<number> {
    this.signedUp += 1;
    const username = `newcomer-${this.signedUp}`;
    const { uid } = await post(this.service, '/api/v1/user/signup/', this.client, {
      username,
      email: `${username}@example.com`,
      password: 'a good password',
      first_name: 'Maria',
      last_name: 'Schmidt',
      country_code: 'DE',
      sponsor: 'member-1',
    });
    return Number(uid);
  }

  private async move(uid: number, parent_uid: number, dry_run: boolean): Promise<void> {
    const body = { tree: 'sponsor', parent_uid, reason: 'bench', dry_run };
    await post(this.service, `/admin/api/network/${uid}/move/`, this.admin, body);
  }

  private async times(count: number, act: () => Promise<unknown>): Promise<Times> {
    return timesOf(count, act, () => this.service.cpu() / 1_000);
  }
}
