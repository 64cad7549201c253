import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance, Role } from './instance.js';
import type { Random } from './random.js';
import type { Receiver } from './receiver.js';

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

/** Milliseconds that a process may live: some are killed while they start, the others some time after. */
const START_MS = 2_500;
const LIFE_MS: Readonly<Record<Role, number>> = { api: 5_000, worker: 7_000 };
const DIES_STARTING = 0.25;
const DIES_IN_THE_ACT = 0.5;

/** How many acts a process may live to see when it dies in the act, how long to wait for them, and to kill after the last. */
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

  /** Kills and starts one instance in turn as long as there are kills left; then it runs. */
  async haunt(instance: Instance, random: Random): Promise<void> {
    while (this.left[instance.role] > 0 && !this.signal.aborted) {
      this.left[instance.role] -= 1;
      if (instance.state === 'down') instance.start();
      await this.waitForMoment(instance, random);
      const { state, requests } = instance;
      const { open } = this.receiver;
      if (!(await instance.kill())) continue;
      this.tally[instance.role] += 1;
      if (state === 'starting') this.tally.starting += 1;
      else if (instance.role === 'api' && requests > 0) this.tally.answering += 1;
      else if (instance.role === 'worker' && open > 0) this.tally.delivering += 1;
    }
    instance.start();
    await instance.ready(this.signal);
  }

  private async waitForMoment(instance: Instance, random: Random): Promise<void> {
    const { signal } = this;
    if (random.chance(DIES_STARTING)) {
      await sleep(random.below(START_MS));
      return;
    }
    await instance.ready(signal);
    await sleep(random.below(LIFE_MS[instance.role]));
    if (!random.chance(DIES_IN_THE_ACT)) return;
    await this.seeActs(instance, 1 + random.below(ACTS));
    await sleep(random.below(AFTER_ACT_MS));
  }

  private async seeActs(instance: Instance, count: number): Promise<void> {
    const patience = { signal: AbortSignal.timeout(ACTS_MS) };
    for (let seen = 0; seen < count && !patience.signal.aborted; seen += 1) {
      const act =
        instance.role === 'api' ? once(instance, 'request', patience) : once(this.receiver, 'delivery', patience);
      await act.catch(() => undefined);
    }
  }
}
