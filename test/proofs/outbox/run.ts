import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiAdmin } from '../support/outbox/api-admin.js';
import type { Change } from '../support/outbox/change.js';
import type { Client } from '../support/outbox/client.js';
import {
  lastSequence,
  openConnections,
  pendingDeliveries,
  readCounts,
  readEvents,
  readStored,
  type Counts,
  type Evidence,
} from '../support/outbox/evidence.js';
import { Balancer } from '../support/http.js';
import { Instance } from '../support/instance.js';
import type { Role } from './roles.js';
import { Killer, type Tally } from './killer.js';
import { Member } from '../support/outbox/member.js';
import { freePorts, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { Receiver } from '../support/outbox/receiver.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { openShop, type Shop } from '../support/outbox/shop.js';
import { makeTrouble, OWN_ERROR } from '../support/outbox/trouble.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** How many processes are killed; half of them serve the API, half of them deliver. */
    kills: [200, 2, 10_000],
  },
  ['keep'],
  ({ kills }) => 5 + Math.ceil(kills / 10),
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;

const ROLES: readonly Role[] = ['api', 'api', 'api', 'worker', 'worker', 'worker', 'worker'];
const MEMBERS = 6;

/** How long the last deliveries and connections may take once nobody is killed any more. */
const DRAIN_MS = 180_000;
const LOOK_MS = 250;
const PROGRESS_MS = 10_000;

/** What a run leaves. */
export interface Outcome {
  evidence: Evidence;
  counts: Counts;
  tally: Tally;
  /** What went wrong beside the changes and deliveries. */
  troubles: string[];
}

/**
 * One run: starts the services, lets clients change things while processes are killed, waits until everything is
 * delivered, stops the services and reads what there is.
 * @param signal gives the run up
 */
export class Run {
  private readonly random: Random;
  private readonly receiver: Receiver;
  private readonly killer: Killer;
  private readonly changes: Change[] = [];
  private readonly troubles: string[] = [];
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private instances: Instance<Role>[] = [];
  private killing: Promise<unknown> = Promise.resolve();

  constructor(
    { seed, kills }: Options,
    private readonly place: Place,
    signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.signal = AbortSignal.any([signal, this.ending.signal]);
    this.random = new Random(seed);
    this.receiver = new Receiver(this.random.fork('receiver'));
    this.killer = new Killer(kills, this.receiver, this.signal);
  }

  /** @throws when the run is given up */
  async carryOut(): Promise<Outcome> {
    await this.receiver.listen();
    this.instances = await this.makeInstances();
    const balancer = new Balancer(
      this.instances.filter(({ role }) => role === 'api'),
      this.random.fork('balancer'),
      this.signal,
    );
    const [first] = this.instances;
    await this.killer.disturbFirstStart(first!, this.random.fork('first start'));
    const shop = await openShop(balancer, this.receiver, MEMBERS);
    await makeTrouble(this.place.pool);
    const begun = new Date();
    const start = await lastSequence(this.place.pool);

    await this.killWhileClientsWork(this.makeClients(shop, balancer));
    await this.drain();
    await this.stopAll();

    const { events, earlier } = await readEvents(this.place.pool, start);
    const stored = await readStored(this.place.pool, begun);
    const counts = await readCounts(this.place.pool, start, events.length);
    const { receipts, rejects } = this.receiver;
    this.troubles.push(...rejects, ...this.instances.flatMap(({ accidents }) => accidents));
    const evidence = { subscribers: shop.subscribers, events, earlier, stored, receipts, changes: this.changes };
    return { evidence, counts, tally: this.killer.tally, troubles: this.troubles };
  }

  /** Ends whatever still runs, however the run went. */
  async end(): Promise<void> {
    this.ending.abort(new Error('the run has ended'));
    await this.killing.catch(() => undefined);
    await Promise.all(this.instances.map((instance) => instance.kill()));
    this.receiver.close();
  }

  private async makeInstances(): Promise<Instance<Role>[]> {
    const ports = await freePorts(this.random.fork('ports'), ROLES.length);
    const shared = {
      ...this.place.settings,
      // One for all: it is the issuer of the tokens that each of them takes.
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DEMO: 'false',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    const log = join(this.place.dataDir, 'services.log');
    return ROLES.map((role, index) => {
      const settings = { ...shared, WEBHOOK_CONCURRENCY: role === 'api' ? '0' : '16' };
      return new Instance(role, ports[index]!, settings, log, (line) => line.includes(OWN_ERROR));
    });
  }

  private makeClients(shop: Shop, balancer: Balancer): Client[] {
    const random = (name: string): Random => this.random.fork(name);
    return [
      new ApiAdmin(shop.apiAdmin, shop, random('api-admin'), balancer, this.changes),
      ...shop.members.map((member) => new Member(member, shop, random(member.username), balancer, this.changes)),
    ];
  }

  private async killWhileClientsWork(clients: readonly Client[]): Promise<void> {
    const progress = setInterval(() => this.tellProgress(), PROGRESS_MS);
    try {
      let isOver = false;
      const work = Promise.all(clients.map((client) => client.workUntil(() => isOver)));
      const killing = this.instances.map((instance) =>
        this.killer.haunt(instance, this.random.fork(`killer ${instance.port}`)),
      );
      this.killing = Promise.all(killing).finally(() => (isOver = true));
      await Promise.all([this.killing, work]);
    } finally {
      clearInterval(progress);
    }
    this.signal.throwIfAborted();
  }

  /** Waits until nothing is on its way any more: transactions of killed processes, and deliveries. */
  private async drain(): Promise<void> {
    this.receiver.isSteady = true;
    const end = Date.now() + DRAIN_MS;
    let pending = await pendingDeliveries(this.place.pool);
    this.print(`all killed, ${pending} deliveries wait`);
    while (pending > 0) {
      if (Date.now() > end) {
        this.troubles.push(`${pending} deliveries still waited after ${DRAIN_MS / 1000} s`);
        return;
      }
      await sleep(LOOK_MS, undefined, { signal: this.signal });
      pending = await pendingDeliveries(this.place.pool);
    }
  }

  /** Stops the services as an operator does, and waits until the database has no connection of theirs. */
  private async stopAll(): Promise<void> {
    await Promise.all(
      this.instances.map(async (instance) => {
        if (!(await instance.stop())) this.troubles.push(`${instance.role} at ${instance.port} did not stop with 0`);
      }),
    );
    const end = Date.now() + DRAIN_MS;
    while ((await openConnections(this.place.pool)) > 0) {
      if (Date.now() > end) throw new Error('connections of stopped services stay open');
      await sleep(LOOK_MS, undefined, { signal: this.signal });
    }
  }

  private tellProgress(): void {
    const { changes, receiver, killer } = this;
    this.print(`${killer.kills} kills, ${changes.length} changes asked for, ${receiver.receipts.length} deliveries`);
  }
}
