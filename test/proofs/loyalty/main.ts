/**
 * Shows that the points of examples/loyalty are neither lost nor given twice: kills processes of the service at random
 * moments while members order and redeem and an office pays, cancels and returns, then counts all points a second time, from
 * the orders alone. `npm run prove -- loyalty --kills 200 --seed 1`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from '#test/support/http.js';
import { type Instance, makeInstances, stopInstances } from '#test/support/instance.js';
import { type Values, whole } from '#test/support/options.js';
import { defineProof, print, type Run, whileWorking } from '#test/support/proof.js';
import type { Random } from '#test/support/random.js';
import { line, listOf, type Report } from '#test/support/report.js';
import { openShop } from '#test/support/shop.js';
import { program } from '#test/support/service-process.js';
import { count, type Counted } from './books.js';
import { Member, Office, type Order } from './clients.js';

const OPTIONS = {
  /** How many processes are killed. */
  kills: whole(200, 1, 10_000),
};

const INSTANCES = 3;
const MEMBERS = 6;
const PROGRESS_MS = 10_000;

/** Some processes are killed within so many milliseconds of their start, ready or not; others when they have been ready for so many. */
const DIES_STARTING = 0.2;
const START_MS = 2_500;
const LIFE_MS = 3_000;

interface Outcome {
  counted: Counted;
  kills: number;
  working: number;
  troubles: string[];
}

/** Kills and starts instances until there were enough, then lets all of them run. */
class Killer {
  kills = 0;
  /** Of these, how many had requests that they had not answered. */
  working = 0;
  private left: number;

  constructor(
    kills: number,
    private readonly signal: AbortSignal,
  ) {
    this.left = kills;
  }

  async haunt(instance: Instance, random: Random): Promise<void> {
    while (this.left > 0 && !this.signal.aborted) {
      this.left -= 1;
      if (instance.state === 'down') instance.start();
      const dies = random.chance(DIES_STARTING);
      if (!dies) await instance.ready(this.signal);
      await sleep(random.below(dies ? START_MS : LIFE_MS), undefined, { signal: this.signal }).catch(() => undefined);
      const { requests } = instance;
      if (!(await instance.kill())) continue;
      this.kills += 1;
      if (requests > 0) this.working += 1;
    }
    if (this.signal.aborted) return;
    if (instance.state === 'down') instance.start();
    await instance.ready(this.signal);
  }
}

async function kill(run: Run<Values<typeof OPTIONS>>): Promise<Outcome> {
  const { random, signal } = run;
  const { pool, settings, dataDir } = await run.place();
  const instances = await makeInstances(run, {
    roles: Array.from({ length: INSTANCES }, () => 'api'),
    directory: dataDir,
    settings: { ...settings, WEBHOOK_CONCURRENCY: '0' },
    program: program('test/proofs/loyalty/program.ts'),
  });
  for (const instance of instances) await instance.launch(signal);
  const balancer = new Balancer(instances, random.fork('balancer'), signal);
  const shop = await openShop(balancer, { members: MEMBERS, applications: [{ name: 'shop' }] });
  const orders: Order[] = [];
  const clients = [
    ...shop.members.map((member) => new Member(member, shop, random.fork(member.username), balancer, orders)),
    ...[1, 2].map((index) => new Office(shop.apiAdmin, shop, random.fork(`office ${index}`), balancer, orders)),
  ];
  const killer = new Killer(run.options.kills, signal);
  const progress = setInterval(() => print(`${killer.kills} kills, ${orders.length} orders`), PROGRESS_MS);
  run.after(() => clearInterval(progress));
  await whileWorking(clients, () =>
    Promise.all(instances.map((instance) => killer.haunt(instance, random.fork(`killer ${instance.port}`)))),
  );
  signal.throwIfAborted();
  const counted = await count(pool);
  return { counted, kills: killer.kills, working: killer.working, troubles: await stopInstances(instances) };
}

function report({ counted, kills, working, troubles }: Outcome): Report {
  const { orders, paid, returned, cancelled, redeemed, tiers, problems } = counted;
  return {
    lines: [
      line('kills', `${kills}, ${working} of them with requests open`),
      line('orders', `${orders}, ${paid} of them paid, ${returned} with returns, ${cancelled} cancelled`),
      line('redemptions', redeemed),
      line('tiers', listOf(Object.entries(tiers))),
      line('points', problems.length === 0 ? 'as counted from the orders' : `${problems.length} differences`),
      ...problems.slice(0, 20),
      ...troubles,
    ],
    isProved: problems.length + troubles.length === 0 && paid > 0 && redeemed > 0,
  };
}

export default defineProof({
  claim: 'each paid order has given its points once, and none was lost, invented or spent twice',
  options: OPTIONS,
  minutes: ({ kills }) => 5 + Math.ceil(kills / 10),
  run: kill,
  report,
});
