import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { CallingApplication, Caller } from '#common/access/index.js';
import { Imports } from '#platform/imports/index.js';
import { VolumesService } from '#network/volumes/index.js';
import { compareDays, instantOfStory, monthOfStory, type StoryDay } from './calendar.js';
import { DemoClock } from './demo-clock.js';
import { DemoMembers } from './demo-members.js';
import { DemoPlan } from './demo-commissions.js';
import { DemoOrders, type DemoOrder } from './demo-orders.js';
import { DEMO_PEOPLE, type DemoPerson } from './people.js';
import {
  ADJUSTMENT,
  BASKETS,
  FATES,
  IMPORTED,
  IMPORTED_SET,
  FAIR_MONTH,
  MOVES,
  SETTINGS,
  STANDINGS,
  type Fate,
} from './story.js';

/** Who does what is not done by the members themselves. */
export interface DemoActors {
  readonly superAdmin: Caller;
  /** Who has left. */
  readonly formerAdmin: Caller;
  /** With the application of the back end. */
  readonly apiAdmin: Caller;
  /** Where members buy. */
  readonly shop: CallingApplication;
}

/** Something that happens in the story. */
interface Step extends StoryDay {
  readonly happen: (at: Date) => Promise<void>;
}

/** The day before which only the founders are there. */
const FOUNDED: StoryDay = { month: 0, day: 2 };

/** The day on which the plan is published. */
const PLANNED: StoryDay = { month: 0, day: 1.2 };

/** Days of the month on which people buy: who comes first may be served first. */
const FIRST_DAY = 2;
const BUYING_DAYS = 26;

/** Days from placing an order to its payment, and to its completion. */
const PAID_AFTER = 0.3;
const COMPLETED_AFTER = 2.4;
const CANCELLED_AFTER = 1.2;

/**
 * The demo's company: some 40 people in two trees over four months, up to now, with what they bought, sent back and called off.
 * All of it is done by the services that do it in earnest, at instants that the {@link DemoClock} gives them.
 */
@Injectable()
export class DemoCompany {
  constructor(
    private readonly clock: DemoClock,
    private readonly members: DemoMembers,
    private readonly orders: DemoOrders,
    private readonly volumes: VolumesService,
    private readonly imports: Imports,
    private readonly plan: DemoPlan,
  ) {}

  /** Lets the founders come. @param passwordHash of everybody */
  async found(superAdmin: Caller, passwordHash: string, now: Date): Promise<void> {
    const plan: Step = { ...PLANNED, happen: () => this.plan.publish(superAdmin, monthOfStory(0, now)) };
    const network = this.networkSteps({ superAdmin, formerAdmin: superAdmin }, passwordHash);
    const steps = [plan, ...network.filter((step) => compareDays(step, FOUNDED) < 0)];
    await this.tell(steps, now);
  }

  /** Tells the rest of the story, which needs applications and a catalogue. */
  async grow(actors: DemoActors, passwordHash: string, now: Date): Promise<void> {
    await this.orders.open();
    const network = this.networkSteps(actors, passwordHash);
    const later = network.filter((step) => compareDays(step, FOUNDED) >= 0);
    await this.tell([...later, ...DEMO_PEOPLE.flatMap((person, index) => this.purchases(actors, person, index))], now);
    await this.bringVolumes(actors.formerAdmin, now);
  }

  private async tell(steps: readonly Step[], now: Date): Promise<void> {
    await this.clock.during(async () => {
      for (const step of steps.toSorted(compareDays)) {
        const at = instantOfStory(step, now);
        if (at === undefined) continue;
        this.clock.set(at);
        await step.happen(at);
      }
    });
  }

  private networkSteps(
    { superAdmin, formerAdmin }: Pick<DemoActors, 'superAdmin' | 'formerAdmin'>,
    passwordHash: string,
  ): Step[] {
    const { who, month, day, ...adjustment } = ADJUSTMENT;
    const adjust = async (): Promise<void> => {
      await this.volumes.adjust(formerAdmin, { uid: this.members.named(who).uid, ...adjustment });
    };
    return [
      ...SETTINGS.map((one) => ({ ...one, happen: () => this.members.change(superAdmin, one) })),
      ...DEMO_PEOPLE.map((person) => {
        return { ...person.came, happen: (at: Date) => this.members.come(superAdmin, person, passwordHash, at) };
      }),
      ...MOVES.map((one) => ({ ...one, happen: () => this.members.move(formerAdmin, one) })),
      ...STANDINGS.map((one) => ({ ...one, happen: () => this.members.become(superAdmin, one) })),
      { month, day, happen: adjust },
    ];
  }

  /** What somebody buys, month by month, and what happens to it. */
  private purchases(actors: DemoActors, { username, came, baskets }: DemoPerson, index: number): Step[] {
    return baskets.flatMap((basket, month) => {
      if (basket === undefined) return [];
      // A different day each month, and not before the buyer came.
      const usual = FIRST_DAY + ((index * 7 + month * 5) % BUYING_DAYS) + ((index * 13) % 10) / 20 + 0.35;
      const day = month === came.month ? Math.max(usual, came.day + 1.1) : usual;
      return this.orderSteps(actors, username, { month, day }, BASKETS[basket]!);
    });
  }

  private orderSteps(
    { apiAdmin, shop }: DemoActors,
    username: string,
    { month, day }: StoryDay,
    basket: (typeof BASKETS)[string],
  ): Step[] {
    let order: DemoOrder;
    const fate: Fate | undefined = FATES[`${username} ${month}`];
    const after = (days: number, happen: () => Promise<void>): Step => ({ month, day: day + days, happen });
    const move = (status: 'paid' | 'completed' | 'cancelled', reason?: string) => () =>
      this.orders.move(apiAdmin, order, status, reason);
    const place = async (): Promise<void> => {
      order = await this.orders.place(this.members.named(username), basket, shop);
    };
    const steps = [after(0, place)];
    if (fate?.kind !== 'unpaid' && (fate?.kind !== 'cancelled' || fate.wasPaid))
      steps.push(after(PAID_AFTER, move('paid')));
    if (fate === undefined || fate.kind === 'returned') steps.push(after(COMPLETED_AFTER, move('completed')));
    if (fate?.kind === 'cancelled') steps.push(after(CANCELLED_AFTER, move('cancelled', fate.reason)));
    if (fate?.kind === 'returned') {
      steps.push(after(fate.after, () => this.orders.takeBack(apiAdmin, order, fate.sku, fate.reason)));
    }
    return steps;
  }

  /** Imports what was sold at a fair: today, by a file; the job does it as soon as the service is up. */
  private async bringVolumes(caller: Caller, now: Date): Promise<void> {
    const rows = IMPORTED.map(({ who, day, sets }, index) => ({
      external_id: `FAIR-${1001 + index}`,
      username: who,
      at: instantOfStory({ month: FAIR_MONTH, day }, now),
      ...Object.fromEntries(Object.entries(IMPORTED_SET).map(([name, amount]) => [name, amount * sets] as const)),
    }));
    const bytes = Readable.from(rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`)));
    const request = { kind: 'volumes', query: {}, key: undefined };
    await this.imports.receive(caller, request, { type: 'application/x-ndjson', bytes });
  }
}
