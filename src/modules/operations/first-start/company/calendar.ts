/** A day of the demo's story. */
export interface StoryDay {
  /** 0 to 3; 3 is the open one. */
  readonly month: number;
  /** From 1 on, with a fraction for the time of day. Up to 29 it is in the month, whichever that is. */
  readonly day: number;
}

/** Months of the story, the open one included. */
const STORY_MONTHS = 4;

const DAY_MS = 86_400_000;

/** The day of the open month that is now. */
const TODAY = 29;

/**
 * When a day of the story was. The open month is as long as it has lasted, so that it always has all of its days but those that
 * are still to come.
 * @returns undefined for what has not happened yet
 */
export function instantOfStory({ month, day }: StoryDay, now: Date): Date | undefined {
  const back = STORY_MONTHS - 1 - month;
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
  const at = back === 0 ? start + ((day - 1) / (TODAY - 1)) * (now.getTime() - start) : start + (day - 1) * DAY_MS;
  return at > now.getTime() ? undefined : new Date(Math.floor(at));
}

/** The name of a month of the story, such as `2026-10`. */
export function monthOfStory(month: number, now: Date): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (STORY_MONTHS - 1 - month)));
  return first.toISOString().slice(0, 7);
}

/** The order of two days, which does not depend on when the story ends. */
export function compareDays(one: StoryDay, other: StoryDay): number {
  return one.month - other.month || one.day - other.day;
}
