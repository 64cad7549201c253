import { Injectable, Logger, Optional } from '@nestjs/common';
import { POINTS } from './tree/columns.js';

/** A stretch of time, in milliseconds since 1970; `to` is not a part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The calendar month in UTC. */
function calendarMonth(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}

/** What of a plan the live network measures by. */
export interface OpenPlan {
  /** Another one wherever anything below is another. */
  readonly key: string;
  readonly period: Period;
  /** Which volume personal and group volume are of: 0 business volume, 1 points, 2 cumulative volume. */
  readonly qualifying: number;
  /** What the program of {@link LivePlans} evaluates by; undefined evaluates nobody. */
  readonly document?: unknown;
}

/**
 * The plan in force. Commissions, which stand above, implement it and provide it in a global module; without them, and while no
 * plan is published, the open period is the calendar month in UTC, volumes are points, and nobody is evaluated.
 */
export abstract class LivePlans {
  /** Where the compiled module is whose function `evaluate` the thread calls: an `Evaluator`. */
  abstract readonly program: string;

  /** The plan that holds at an instant, and its period then; undefined if none does. It is asked every second. */
  abstract inForce(now: Date): Promise<OpenPlan | undefined>;
}

/** What is measured by where no plan holds. */
export function planOfCalendar(now: Date): OpenPlan {
  const period = calendarMonth(now);
  return { key: `calendar ${period.from}`, period, qualifying: POINTS };
}

/** Milliseconds between two looks at what holds: a plan that is published, and a period that ends, show within seconds. */
const LOOK_MS = 1_000;

/** Which plan holds, now and on: each instance looks for itself, so that none has to be told. */
@Injectable()
export class OpenPlans {
  private readonly logger = new Logger(OpenPlans.name);

  constructor(@Optional() private readonly plans?: LivePlans) {}

  /** Where the module is that evaluates by plans; undefined without one. */
  get program(): string | undefined {
    return this.plans?.program;
  }

  /**
   * Tells the plan that holds, and each one that holds after it.
   * @returns what ends it
   */
  follow(tell: (plan: OpenPlan) => void): () => void {
    let told: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    let hasEnded = false;
    let hasFailed = false;
    const look = async (): Promise<void> => {
      const plan = await this.now().catch((error: Error) => {
        if (!hasFailed)
          this.logger.warn(`the plan in force cannot be read, so the last one holds on: ${error.message}`);
      });
      hasFailed = plan === undefined;
      if (hasEnded) return;
      if (plan && plan.key !== told) tell(plan);
      told = plan?.key ?? told;
      timer = setTimeout(() => void look(), LOOK_MS).unref();
    };
    void look();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }

  private async now(): Promise<OpenPlan> {
    const now = new Date();
    return (await this.plans?.inForce(now)) ?? planOfCalendar(now);
  }
}
