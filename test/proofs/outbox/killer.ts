import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instance.js';
import type { Role } from './roles.js';
import type { Random } from '../support/random.js';
import type { Receiver } from '../support/outbox/receiver.js';

/** What the killed processes were doing. */
export interface Tally {
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
export class Killer {
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
