import { Shift } from '#test/support/proof.js';
import { failureLines, line, row } from '#test/support/report.js';
import type { Pool } from 'pg';
import type { Instance } from '#test/support/instance.js';
import type { Random } from '#test/support/random.js';
import { BASE, type Shop, signUpBody } from '#test/support/shop.js';
import { Actor } from './actor.js';
import { type Evidence, readCommitted } from './evidence.js';
import { type Asked, Crowd, Hand, type Known } from './hand.js';
import { Teller, type Told } from './told.js';
import { type Failure, FAILURES } from './verdict.js';

const FOUNDERS = 2;

/** What a network needs before its first member comes. */
const NETWORK_SETTINGS = { placement: 'binary', width: 2, spill: 'breadth_first', holding_days: 30 };

/** Where a load works. */
interface Surroundings {
  shop: Shop;
  instances: readonly Instance[];
  signal: AbortSignal;
}

/**
 * Clients that change one network at the same time, through all instances that are up: they sign up below the same sponsors,
 * empty holding tanks, move members in both trees, change statuses, kinds and the rule of spill, buy and return. To use it:
 *
 * ```ts
 * const shop = await openShop(balancer, { …, registered: makeNetwork });
 * const load = await NetworkLoad.prepare({ shop, instances, signal }, random, 8, 'race');
 * load.start();
 * …                                            // requests that find no instance wait for one
 * await load.stop();
 * const failures = checkNetwork(await readEvidence(pool, [load], around));   // when nobody changes anything any more
 * ```
 */
export class NetworkLoad extends Shift {
  private constructor(
    private readonly hand: Hand,
    private readonly crowd: Crowd,
    protected readonly workers: readonly Actor[],
    signal: AbortSignal,
  ) {
    super(signal);
  }

  /**
   * Signs the founders up; the instances must be up.
   * @param name stands in the names of all members and reasons, so that another load may follow this one
   */
  static async prepare(
    { shop, instances, signal }: Surroundings,
    random: Random,
    actors: number,
    name: string,
  ): Promise<NetworkLoad> {
    const hand = new Hand(shop, instances, signal);
    const founders: Known[] = [];
    for (let index = 1; index <= FOUNDERS; index += 1) {
      const username = `${name}-founder-${index}`;
      const request = { method: 'POST', path: `${BASE}/user/signup/`, body: signUpBody(username) } as const;
      const [answer] = await hand.change({ type: 'member.enrolled', label: username, request });
      if (answer !== undefined) founders.push({ uid: Number(answer.data.uid), username });
    }
    if (founders.length === 0) throw new Error('nobody founded the network');
    const crowd = new Crowd(name, founders, random.fork('crowd'));
    const makeActor = (index: number): Actor => new Actor(hand, crowd, shop.products, random.fork(`actor ${index}`));
    return new NetworkLoad(
      hand,
      crowd,
      Array.from({ length: actors }, (_, index) => makeActor(index)),
      signal,
    );
  }

  /** Changes that were asked for so far. */
  get asked(): readonly Asked[] {
    return this.hand.asked;
  }

  /** When the last change was answered, by `performance.now()`. */
  get lastChange(): number {
    return this.hand.lastChange;
  }

  /** Whether a username or a reason is one of this load's. */
  isOurs(label: string): boolean {
    return this.crowd.isOurs(label);
  }
}

/** Settings of a network, made with the first application. */
export async function makeNetwork(
  ask: (method: 'PATCH', path: string, headers: Readonly<Record<string, string>>, body: object) => Promise<unknown>,
  superAdmin: Readonly<Record<string, string>>,
): Promise<void> {
  await ask('PATCH', '/admin/api/network/settings/', superAdmin, NETWORK_SETTINGS);
}

/**
 * Reads all that loads have left, when nobody changes anything any more.
 * @param lastChange when the last change was answered, by `performance.now()`
 */
export async function readEvidence(
  pool: Pool,
  loads: readonly NetworkLoad[],
  { shop, instances, signal }: Surroundings,
  lastChange: number,
): Promise<Evidence> {
  const { events, tables } = await readCommitted(pool);
  const hand = new Hand(shop, instances, signal);
  await hand.signIn();
  const told: Promise<Told>[] = instances.map((instance) => new Teller(instance, hand, lastChange).tell(tables));
  return {
    events,
    tables,
    told: await Promise.all(told),
    asked: loads.flatMap(({ asked }) => asked),
    isOurs: (label) => loads.some((load) => load.isOurs(label)),
  };
}

/** What happened to a network, in lines for people. */
export function describeNetwork({ asked, events, tables, told }: Evidence, failures: readonly Failure[]): string[] {
  const types = [...new Set(asked.map(({ type }) => type))].sort();
  const late = told.map(({ instance, after }) => `${instance} after ${(after / 1000).toFixed(1)} s`);
  const { members, edges, states, ledger } = tables;
  return [
    row('network', ['all', 'ok', 'refused', 'unknown', 'events']),
    ...types.map((type) => {
      const changes = asked.filter((one) => one.type === type);
      const count = (outcome: string): number => changes.filter((one) => one.outcome === outcome).length;
      const outcomes = ['acknowledged', 'refused', 'unknown'].map(count);
      return row(type, [changes.length, ...outcomes, events.filter((event) => event.type === type).length]);
    }),
    line(
      'rows',
      `${members.length} members, ${edges.length} edges, ${states.length} standings, ${ledger.length} volumes`,
    ),
    line('live figures right', `${late.join(', ')} (of the last change)`),
    ...failureLines(FAILURES, failures),
  ];
}
