/**
 * Shows that nothing is lost or doubled when many work on the same things: clients change the same carts, wishlists,
 * bundles, orders and names at the same time through two instances, and the history of what they were told is held
 * against every order in which it could have happened; others change one network, of which both trees and the ledger are
 * then rebuilt from the events; others adjust earnings and make, release, cancel and mark payouts of them, of which all
 * balances are then calculated again. `npm run prove -- races --operations 20000 --seed 1`.
 * Ends with 0 when each object's history has such an order, the network is what its events say, and
 * nobody was paid twice, else with 1.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages } from '#test/support/debian.js';
import { Balancer } from '#test/support/http.js';
import { startInstances, stopInstances } from '#test/support/instance.js';
import { type Values, whole } from '#test/support/options.js';
import { PgBouncer } from '#test/support/pgbouncer.js';
import type { Place } from '#test/support/place.js';
import { defineProof, print, type Run } from '#test/support/proof.js';
import { failureLines, line, type Report, row } from '#test/support/report.js';
import { openShop } from '#test/support/shop.js';
import { check, countByKind, VIOLATIONS, type Violation } from './history/check.js';
import { History, type Operation } from './history/operation.js';
import { readFinal } from './load/final.js';
import { Load } from './load/load.js';
import { describeMoney, MoneyLoad, type MoneyOutcome } from './money/load.js';
import type { Evidence } from './network/evidence.js';
import { describeNetwork, makeNetwork, NetworkLoad, readEvidence } from './network/load.js';
import { checkNetwork } from './network/verdict.js';

const OPTIONS = {
  /** How many operations are asked for, at least. */
  operations: whole(20_000, 100, 10_000_000),
  /** Connections of PgBouncer in transaction mode, which the services then use; 0 for none. */
  pooled: whole(0, 0, 100),
};

type RunOfRaces = Run<Values<typeof OPTIONS>>;

const INSTANCES = 2;
const CARTS = 4;

/** Clients of the network, and how many changes they ask for, as a part of all operations. */
const NETWORKERS = 6;
const NETWORK_PART = 0.15;

/** Clients of earnings and payouts, and the same of them. */
const CASHIERS = 4;
const MONEY_PART = 0.1;

const LOOK_MS = 50;
const PROGRESS_MS = 10_000;

/** What a run leaves. */
interface Outcome {
  history: History;
  network: Evidence;
  money: MoneyOutcome;
  /** For how long the clients worked. */
  seconds: number;
  /** What went wrong beside the answers. */
  troubles: string[];
}

/** Starts two instances on one database, lets the clients work, and reads what is there in the end. */
async function race(run: RunOfRaces): Promise<Outcome> {
  const { random, signal, options } = run;
  const place = await run.place();
  const instances = await startInstances(run, {
    roles: Array.from({ length: INSTANCES }, () => 'api'),
    directory: place.dataDir,
    settings: { ...(await pooled(run, place)), ...place.settings, DATABASE_POOL_SIZE: '20' },
  });
  const shop = await openShop(new Balancer(instances, random.fork('balancer'), signal), {
    members: CARTS,
    applications: [{ name: 'races' }],
    registered: (_, ask, superAdmin) => makeNetwork(ask, superAdmin),
  });
  const history = new History();
  const around = { shop, instances, signal };
  const load = await Load.prepare({ ...around, history }, place.pool, random.fork('load'));
  const networkers = await NetworkLoad.prepare(around, random.fork('network'), NETWORKERS, 'net');
  const cashiers = await MoneyLoad.prepare(around, random.fork('money'), CASHIERS, 'money');
  const seconds = await work(run, load, networkers, cashiers);
  const money = await cashiers.check(place.pool, instances);
  const network = await readEvidence(place.pool, [networkers], around, performance.now());
  await readFinal(load);
  const troubles = await stopInstances(instances);
  if (options.keep) {
    await writeFile(join(place.dataDir, 'history.json'), JSON.stringify(history.operations));
    await writeFile(join(place.dataDir, 'network.json'), JSON.stringify(network));
  }
  return { history, network, money, seconds, troubles };
}

/** What leads past the server that the services share by their directory. */
async function pooled({ options, after }: RunOfRaces, place: Place): Promise<Readonly<Record<string, string>>> {
  if (options.pooled === 0) return {};
  await installPackages(['pgbouncer'], print);
  const { pooler, settings } = await PgBouncer.ready(place.databaseUrl, options.pooled);
  after(() => pooler.stop());
  return settings;
}

/** Lets all clients work until there is enough; for how many seconds they did. */
async function work(
  { options: { operations }, signal }: RunOfRaces,
  load: Load,
  networkers: NetworkLoad,
  cashiers: MoneyLoad,
): Promise<number> {
  const { history } = load.around;
  const begun = performance.now();
  const tell = (): void =>
    print(
      `${history.length} operations, ${networkers.asked.length} changes of the network, ${cashiers.asked.length} of payouts`,
    );
  const progress = setInterval(tell, PROGRESS_MS);
  const isEnough = (): boolean =>
    history.length >= operations &&
    networkers.asked.length >= operations * NETWORK_PART &&
    cashiers.asked.length >= operations * MONEY_PART;
  try {
    load.start();
    networkers.start();
    cashiers.start();
    while (!isEnough()) await sleep(LOOK_MS, undefined, { signal: signal });
  } finally {
    clearInterval(progress);
    await Promise.all([load.stop(), networkers.stop(), cashiers.stop()]);
  }
  return (performance.now() - begun) / 1000;
}

const OUTCOMES = ['all', 'ok', 'failed', 'unknown', 'contended'] as const;

function report({ history, network, money, seconds, troubles }: Outcome): Report {
  const checking = performance.now();
  const { violations, undecided, objects } = check(history);
  const failures = checkNetwork(network);
  const checked = ((performance.now() - checking) / 1000).toFixed(1);
  const counts = countByKind(history);
  return {
    lines: [
      row('operation', OUTCOMES),
      ...[...counts].map(([kind, count]) =>
        row(
          kind,
          OUTCOMES.map((outcome) => count[outcome]),
        ),
      ),
      row(
        'all',
        OUTCOMES.map((outcome) => [...counts.values()].reduce((sum, count) => sum + count[outcome], 0)),
      ),
      line('objects', `${objects}, of which ${undecided.length} could not be decided`),
      line('time', `${seconds.toFixed(0)} s of work, ${checked} s of checking`),
      ...failureLines(
        VIOLATIONS,
        violations.map(({ kind, ...of }) => ({ kind, what: storyOf(of) })),
      ),
      ...undecided.map((object) => `undecided: ${object}`),
      ...troubles.map((trouble) => `trouble: ${trouble}`),
      ...describeNetwork(network, failures),
      ...describeMoney(money),
    ],
    isProved: [violations, undecided, failures, money.failures, troubles].flat().length === 0,
  };
}

function storyOf({ object, operations }: Pick<Violation, 'object' | 'operations'>): string {
  const first = Math.min(...operations.map(({ start }) => start));
  return [object, ...operations.map((operation) => `  ${tell(operation, first)}`)].join('\n');
}

function tell({ client, action, outcome, start, end, saw, refusal, replayed }: Operation, first: number): string {
  const when = `${(start - first).toFixed(1)}–${(end - first).toFixed(1)} ms`;
  const said = JSON.stringify(saw ?? refusal ?? {});
  return `${when} ${client} ${JSON.stringify(action)} ${outcome}${replayed ? ' again' : ''} ${said}`;
}

export default defineProof({
  claim: 'nothing was lost, doubled, mixed or refused without a reason',
  options: OPTIONS,
  run: race,
  report,
});
