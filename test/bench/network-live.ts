import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '#common/package-root.js';
import type { FromThread, ToThread } from '#network/live/live-thread.js';
import { planOfCalendar } from '#network/live/open-plan.js';
import type { RequestName, Requests } from '#network/live/requests.js';
import type { BenchDatabase, BenchServer } from './database.js';
import { cellOf, headOf, measureService, type Network, type Part, rowOf, timesOf, titleOf } from './network-part.js';
import { fillNetwork, move, sell } from './network-rows.js';

const DIST = join(PACKAGE_ROOT, 'dist');

/** The depth that the specification names. */
const CHAIN = 100_000;

const TIMES = 100;
const ORDERS = 5;
const PAUSE_MS = 5;

/** Milliseconds that the specification admits, of a page and of a sale. */
const PAGE_MS = 50;
const SHOWN_MS = 5_000;

/** Pages at the top. */
const PAGES: readonly [name: string, request: Partial<Requests['downline']['request']>][] = [
  ['by level', {}],
  ['in the middle', { offset: -1 }],
  ['3 levels', { levels: 3 }],
  ['by group volume', { sort: 'group_volume', descending: true }],
  ['placement, by personal volume', { tree: 'placement', sort: 'personal_volume', descending: true }],
  ['search', { search: 'schmidt 77' }],
];

/** The trees in memory, and what writes to a network. */
export class LivePart implements Part {
  readonly marker = 'bench:network';
  readonly networks: readonly Network[];
  private readonly live: string[] = [];
  /** Of the second table; its head is known with the first network. */
  private head: string[] = [];
  private readonly writes: string[] = [];

  constructor(members: readonly number[]) {
    const bushes = members.map((count): Network => ({ shape: 'bush', members: count }));
    this.networks = [...bushes, { shape: 'chain', members: CHAIN }];
  }

  async measure(server: BenchServer, network: Network): Promise<void> {
    // Migrations are found where the service is compiled.
    const { migrate } = (await import(join(DIST, 'common/migrate.js'))) as typeof import('#common/migrate.js');
    const { shape, members } = network;
    const name = `network_${shape}_${members}`;
    const database = await server.create(name);
    try {
      await migrate(database.url, []);
      await fillNetwork(database, shape, members);
      this.live.push(rowOf([titleOf(network), ...(await measure(database, members))]));
      const asked = await measureService(database, members);
      this.head = headOf(['Network', ...asked.map(([what]) => what)]);
      this.writes.push(rowOf([titleOf(network), ...asked.map(([, times]) => cellOf(times))]));
    } finally {
      await server.drop(name);
    }
  }

  lines(): string[] {
    const columns = ['Network', 'Load, s', 'Memory, MB', 'A sale shows, s', 'A move shows, s'];
    return [
      'Milliseconds, unless it is said otherwise: p50 / p99 (processor for each). First the thread that holds the trees, asked for pages of 50; a load has the seconds of its processor behind it, and sales and moves the longest of several.',
      '',
      ...headOf([...columns, ...PAGES.map(([name]) => name)]),
      ...this.live,
      '',
      'Then the whole service over HTTP, without the database’s processor: sign-ups below the member at the top, with their password, and moves in the sponsor tree.',
      '',
      ...this.head,
      ...this.writes,
    ];
  }
}

/** Measures one network in memory; cells of the table. */
async function measure(database: BenchDatabase, members: number): Promise<string[]> {
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const thread = new Thread(database.url);
  await thread.loaded(members);
  const load = performance.now() - began;
  const loadCpu = await thread.cpu();
  const memory = (process.memoryUsage().rss - before) / 2 ** 20;
  const sales: number[] = [];
  for (let sale = 1; sale <= ORDERS; sale += 1)
    sales.push(await timeOf(thread, 'sale', () => sell(database, members - sale, 3)));
  const moved = await timeOf(thread, 'move', () => move(database, members, 2));
  const pages: string[] = [];
  for (const [, request] of PAGES) pages.push(await pageTimes(thread, members, request));
  await thread.end();
  const most = Math.max(...sales);
  if (most > SHOWN_MS) process.exitCode = 1;
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  return [`${seconds(load)} (${seconds(loadCpu)})`, memory.toFixed(0), seconds(most), seconds(moved), ...pages];
}

/** Milliseconds until the top's group, or for a move the first member's, shows a change. */
async function timeOf(thread: Thread, what: 'sale' | 'move', change: () => Promise<void>): Promise<number> {
  const uid = what === 'sale' ? 1 : 2;
  const figures = async (): Promise<string> => {
    const { sponsor } = (await thread.ask('member', { uid }))!;
    return what === 'sale' ? String(sponsor.group) : String(sponsor.frontline);
  };
  const former = await figures();
  await change();
  const began = performance.now();
  while ((await figures()) === former) await sleep(PAUSE_MS);
  return performance.now() - began;
}

async function pageTimes(
  thread: Thread,
  members: number,
  request: Partial<Requests['downline']['request']>,
): Promise<string> {
  const offset = request.offset === -1 ? Math.floor(members / 2) : 0;
  const page = { uid: 1, tree: 'sponsor', sort: 'level', descending: false, limit: 50, ...request, offset } as const;
  const times = await timesOf(
    TIMES,
    () => thread.ask('downline', page),
    () => thread.cpu(),
  );
  if (times.p50 > PAGE_MS) process.exitCode = 1;
  return cellOf(times);
}

const PROGRAM = join(PACKAGE_ROOT, 'dist/modules/network/live/live.worker.js');

/** The thread of an instance, asked as the instance asks it. */
class Thread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, (message: FromThread) => void>();
  private asked = 0;

  constructor(url: string) {
    this.worker = new Worker(PROGRAM, { workerData: { url } });
    this.worker.on('message', (message: FromThread) => {
      if ('id' in message) this.waiting.get(message.id)?.(message);
    });
    this.worker.postMessage({ plan: planOfCalendar(new Date()) } satisfies ToThread);
  }

  /** Waits until it knows so many members. */
  async loaded(members: number): Promise<void> {
    const top = await this.ask('member', { uid: 1 });
    if (top?.sponsor.members !== members - 1) throw new Error(`loaded ${top?.sponsor.members} of ${members} members`);
  }

  async ask<Name extends RequestName>(
    name: Name,
    request: Requests[Name]['request'],
  ): Promise<Requests[Name]['answer']> {
    this.asked += 1;
    const id = this.asked;
    const message = await new Promise<FromThread>((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, name, request, isHurried: false });
    });
    this.waiting.delete(id);
    if ('error' in message) throw new Error(message.error);
    return ('answer' in message ? message.answer : undefined) as Requests[Name]['answer'];
  }

  /** Milliseconds of the processor that it has used. */
  async cpu(): Promise<number> {
    const { user, system } = await this.worker.cpuUsage();
    return (user + system) / 1_000;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
