import { calendarMonth, type Period } from './open-period.js';
import { POINTS } from './tree/volumes.js';

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
