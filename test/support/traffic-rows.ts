import { ADD_TRAFFIC } from '#platform/traffic/traffic.queries.js';
import { count, noCounts, type Counts } from '#platform/traffic/traffic.rules.js';
import type { TestApp } from './start-test-app.js';

const MINUTE = 60;
const DAY = 86_400;

/** An application as busy as it is to be in pictures. */
export interface Busy {
  id: string;
  /** Requests a minute in its busiest hour. */
  peak: number;
  /** The hour of the day, in UTC, in which it has most to do. */
  busiestHour: number;
  /** Milliseconds that half of its answers take. */
  usual: number;
}

/**
 * Writes a past day of traffic, with its nights, its noise and one bad quarter of an hour, as instances would have
 * written it. The same each time, but for the hour at which it ends.
 */
export async function pastDay(app: TestApp, applications: readonly Busy[]): Promise<void> {
  const random = seeded(7);
  const now = Math.floor(Date.now() / 60_000) * MINUTE;
  const badFrom = now - 0.28 * DAY;
  const minutes = applications.flatMap((busy) =>
    Array.from({ length: DAY / MINUTE }, (_, index) => {
      const second = now - index * MINUTE;
      const isBad = second >= badFrom && second < badFrom + 20 * MINUTE;
      return { application_id: busy.id, second, ...minuteOf(busy, second, isBad, random) };
    }),
  );
  await app.db.change(null, ADD_TRAFFIC, [JSON.stringify(minutes.filter(({ requests }) => requests > 0))]);
}

function minuteOf({ peak, busiestHour, usual }: Busy, second: number, isBad: boolean, random: () => number): Counts {
  const counts = noCounts();
  const hour = (second % DAY) / 3_600;
  const tide = 0.55 + 0.45 * Math.cos(((hour - busiestHour) / 12) * Math.PI);
  const requests = Math.round(peak * tide * (0.7 + 0.6 * random()));
  for (let index = 0; index < requests; index += 1) {
    const fate = random();
    const status = isBad && fate < 0.2 ? 503 : fate < 0.0006 ? 500 : fate < 0.018 ? 404 : 200;
    // Most answers are near the usual time, a few take many times as long.
    count(counts, status, usual * (isBad ? 3 : 1) * 2 ** (4 * (random() - 0.5) + (random() < 0.04 ? 3 : 0)));
  }
  return counts;
}

/** Numbers from 0 to 1 that look random and are the same each time (a linear congruential generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
