/**
 * Shows that the outbox loses nothing: kills processes of the service at random moments while clients work, then looks
 * whether each committed change was delivered and no other, and whether an extension's durable listener gave one point for
 * each. `npm run prove -- outbox --kills 200 --seed 1`.
 * Ends with 0 when all of it holds, with 1 when anything is lost, was delivered without being committed, or went wrong.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from '#test/support/http.js';
import { type Instance, makeInstances, stopInstances } from '#test/support/instance.js';
import { type Values, whole } from '#test/support/options.js';
import { defineProof, print, type Run, whileWorking } from '#test/support/proof.js';
import type { Random } from '#test/support/random.js';
import { failureLines, line, listOf, type Report, tally as tallyOf } from '#test/support/report.js';
import { until } from '#test/support/until.js';
import { program } from '#test/support/service-process.js';
import { type Booked, readBooks } from './books.js';
import type { Receiver } from './receiver.js';
import { type Counts, type Evidence, openConnections, openReceiver, readCounts, Scene } from './scene.js';
import { makeTrouble, OWN_ERROR } from './shop.js';
import { check, FAILURES, figuresOf } from './verdict.js';

const OPTIONS = {
  /** How many processes are killed; half of them serve the API, half of them deliver. */
  kills: whole(200, 2, 10_000),
};

const ROLES: readonly Role[] = ['api', 'api', 'api', 'worker', 'worker', 'worker', 'worker'];
const PROGRESS_MS = 10_000;

/** How long the connections of stopped services may stay open. */
const CLOSE_MS = 180_000;

/** What a run leaves. */
interface Outcome {
  evidence: Evidence;
  counts: Counts;
  booked: Booked;
  tally: Tally;
  /** What went wrong beside the changes and deliveries. */
  troubles: string[];
}

/** Lets clients change things while processes are killed, waits until everything is delivered, and reads what there is. */
async function kill(run: Run<Values<typeof OPTIONS>>): Promise<Outcome> {
  const { random, signal } = run;
  const { pool, settings, dataDir } = await run.place();
  const receiver = await openReceiver(run);
  const instances = await makeInstances(run, {
    roles: ROLES,
    directory: dataDir,
    settings: { ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' },
    settingsOf: (role) => ({ WEBHOOK_CONCURRENCY: role === 'api' ? '0' : '16' }),
    isExpected: (text) => text.includes(OWN_ERROR),
    program: program('test/proofs/outbox/program.ts'),
  });
  const api = instances.filter(({ role }) => role === 'api');
  const killer = new Killer(run.options.kills, receiver, signal);
  await killer.disturbFirstStart(instances[0]!, random.fork('first start'));
  const scene = await Scene.open(run, new Balancer(api, random.fork('balancer'), signal), pool, receiver);
  await makeTrouble(pool);

  const tell = (): void =>
    print(`${killer.kills} kills, ${scene.changes.length} changes asked for, ${receiver.receipts.length} deliveries`);
  const progress = setInterval(tell, PROGRESS_MS);
  run.after(() => clearInterval(progress));
  const haunt = (instance: (typeof instances)[number]): Promise<void> =>
    killer.haunt(instance, random.fork(`killer ${instance.port}`));
  await whileWorking(scene.clients, () => Promise.all(instances.map(haunt)));
  signal.throwIfAborted();
  const undelivered = await scene.drain();
  const booked = await readBooks(pool, scene.start);
  const troubles = [...undelivered, ...(await stopInstances(instances)), ...receiver.rejects];
  // A transaction of a killed process ends when the server notices.
  await until(async () => (await openConnections(pool)) === 0, CLOSE_MS, 'connections of stopped services stay open');
  const evidence = await scene.evidence();
  const counts = await readCounts(pool, scene.start, evidence.events.length);
  return { evidence, counts, booked, tally: killer.tally, troubles };
}

function report({ evidence, counts, booked, tally, troubles }: Outcome): Report {
  const failures = check(evidence);
  const { delays, ...figures } = figuresOf(evidence);
  const { changes, events } = evidence;
  const { api, worker, starting, answering, delivering } = tally;
  const refused = tallyOf(changes.filter(({ outcome }) => outcome === 'refused').map(({ status }) => String(status)));
  const again = `${figures.repeated} again; ${figures.failedOnPurpose} more were failed on purpose`;
  const late = [0.5, 0.95, 1].map((share) => percentile(delays, share));
  return {
    lines: [
      line('kills', `${api + worker}: ${api} of API, ${worker} of worker processes`),
      line('', `${starting} while starting, ${answering} with requests open, ${delivering} with deliveries open`),
      line('changes acknowledged', figures.acknowledged),
      line('changes refused', `${figures.refused} (${refused})`),
      line('changes cut off', `${figures.unknownCommitted} were committed, ${figures.unknownRolledBack} were not`),
      line('events committed', `${events.length} (${tallyOf(events.map(({ type }) => type))})`),
      line('event rows rolled back', counts.rolledBackRows),
      line('deliveries expected', figures.expected),
      line('deliveries received', `${figures.accepted}, of which ${again}`),
      line('delivery log', `${counts.attempts} attempts; ${listOf(Object.entries(counts.deliveries))}`),
      line('durable listener', `${booked.events} events, ${booked.calls} calls with an effect, which count once each`),
      line('points', `${booked.lost} lost, ${booked.ghosts} of what was rolled back, ${booked.twice} given twice`),
      line('overtaken', `${figures.overtaken} by a later event of the same aggregate, where nothing failed`),
      line('commit to delivery', `${late[0]} median, ${late[1]} at 95 %, ${late[2]} at most`),
      ...failureLines(FAILURES, failures),
      ...troubles,
    ],
    isProved: failures.length + troubles.length + booked.lost + booked.ghosts + booked.twice === 0,
  };
}

function percentile(ascending: readonly number[], share: number): string {
  const value = ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))];
  return value === undefined ? '-' : `${(value / 1000).toFixed(2)} s`;
}

export default defineProof({
  claim: 'nothing was lost, and nothing that was rolled back was delivered',
  options: OPTIONS,
  minutes: ({ kills }) => 5 + Math.ceil(kills / 10),
  run: kill,
  report,
});

/** What the killed processes were doing. */
interface Tally {
  api: number;
  worker: number;
  /** Killed before it took requests. */
  starting: number;
  /** API processes killed with requests that they had not answered. */
  answering: number;
  /** Workers killed while the receiver had deliveries that it had not answered. */
  delivering: number;
}

/** Kills of the very first start, which makes the tables of an empty database, and its milliseconds at most. */
const FIRST_STARTS = 3;
const FIRST_START_MS = 1_500;

/** Some processes are killed within so many milliseconds of their start, ready or not. */
const DIES_STARTING = 0.25;
const START_MS = 2_500;

/** The others live so many milliseconds at most after they are ready. */
const LIFE_MS: Readonly<Record<Role, number>> = { api: 5_000, worker: 8_000 };

/** Some of these then see a number of requests or deliveries, as long as there are any, and are killed during the last. */
const DIES_IN_THE_ACT = 0.5;
const ACTS = 40;
const ACTS_MS = 4_000;
const AFTER_ACT_MS = 25;

/** Kills processes of the service at random moments and starts them again, until it has killed enough. */
class Killer {
  readonly tally: Tally = { api: 0, worker: 0, starting: 0, answering: 0, delivering: 0 };
  private readonly left: Record<Role, number>;

  constructor(
    kills: number,
    private readonly receiver: Receiver,
    private readonly signal: AbortSignal,
  ) {
    this.left = { api: Math.floor(kills / 2), worker: Math.ceil(kills / 2) };
  }

  get kills(): number {
    return this.tally.api + this.tally.worker;
  }

  /** Kills an instance while it makes the tables of an empty database; then it runs. */
  async disturbFirstStart(instance: Instance<Role>, random: Random): Promise<void> {
    for (let count = Math.min(FIRST_STARTS, this.left.api); count > 0 && !this.signal.aborted; count -= 1) {
      this.left.api -= 1;
      instance.start();
      await this.pause(random.below(FIRST_START_MS));
      await this.kill(instance);
    }
    await this.letLive(instance);
  }

  /** Kills and starts one instance in turn as long as there are kills left; then it runs. */
  async haunt(instance: Instance<Role>, random: Random): Promise<void> {
    while (this.left[instance.role] > 0 && !this.signal.aborted) {
      this.left[instance.role] -= 1;
      if (instance.state === 'down') instance.start();
      await this.waitForMoment(instance, random);
      await this.kill(instance);
    }
    await this.letLive(instance);
  }

  private async letLive(instance: Instance<Role>): Promise<void> {
    if (this.signal.aborted) return;
    if (instance.state === 'down') instance.start();
    await instance.ready(this.signal);
  }

  private async kill(instance: Instance<Role>): Promise<void> {
    const { role, state, requests } = instance;
    const { open } = this.receiver;
    if (!(await instance.kill())) return;
    this.tally[role] += 1;
    if (state === 'starting') this.tally.starting += 1;
    else if (role === 'api' && requests > 0) this.tally.answering += 1;
    else if (role === 'worker' && open > 0) this.tally.delivering += 1;
  }

  private async waitForMoment(instance: Instance<Role>, random: Random): Promise<void> {
    if (random.chance(DIES_STARTING)) {
      await this.pause(random.below(START_MS));
      return;
    }
    await instance.ready(this.signal);
    await this.pause(random.below(LIFE_MS[instance.role]));
    if (!random.chance(DIES_IN_THE_ACT)) return;
    await this.seeActs(instance, 1 + random.below(ACTS));
    await this.pause(random.below(AFTER_ACT_MS));
  }

  private async seeActs(instance: Instance<Role>, count: number): Promise<void> {
    const patience = { signal: AbortSignal.any([this.signal, AbortSignal.timeout(ACTS_MS)]) };
    for (let seen = 0; seen < count && !patience.signal.aborted; seen += 1) {
      const act =
        instance.role === 'api' ? once(instance, 'request', patience) : once(this.receiver, 'delivery', patience);
      await act.catch(() => undefined);
    }
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }
}

/** What a process is there for; each is the whole service, but only a worker delivers. */
type Role = 'api' | 'worker';
