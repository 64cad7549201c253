import { z } from 'zod';

/** Most ranks of a plan. */
export const MAX_RANKS = 100;
/** Most bonuses of a plan. */
export const MAX_BONUSES = 100;
/** Most levels that a bonus pays. */
const MAX_LEVELS = 100;
/** Most steps of a differential bonus. */
export const MAX_STEPS = 100;
/** Most entries of one `any`, and of one `legs`. */
export const MAX_CONDITIONS = 20;
/** Most heads, members or shares that a condition or a bonus counts. */
const MAX_COUNT = 1_000_000;
/** Most characters of a rank's name: as many as a member's title rank has. */
const MAX_RANK_NAME = 100;
/** Most characters of a bonus's id. */
const MAX_BONUS_ID = 64;
/** What is below this is a volume of a plan: 11 digits before the point, with 4 after it what a double holds exactly. */
const VOLUME_LIMIT = 1e11;
/** What is below this is an amount of money of a plan: as prices are. */
const MONEY_LIMIT = 1e10;
const MAX_RATE = 1_000_000;

const PLACES = 4;

/** Whether a number has at most so many decimals: 0.07 has two, whatever a double makes of it. */
export function hasDecimals(value: number, places = PLACES): boolean {
  return Number(value.toFixed(places)) === value;
}

const decimals = { error: `must have at most ${PLACES} decimals` };
const decimal = z.number().refine((value) => hasDecimals(value), decimals);

/** A percentage: 5 is five hundredths. */
export const percent = decimal.min(0).max(100).describe('a percentage, 0 to 100, with at most 4 decimals');

/** A percentage above 0. */
export const positivePercent = decimal.gt(0).max(100);

/** An amount of volume. */
export const volume = decimal.min(0).lt(VOLUME_LIMIT);

/** An amount of volume above 0. */
export const positiveVolume = decimal.gt(0).lt(VOLUME_LIMIT);

/** An amount of money; the validation holds it to the decimals of the currency. */
export const money = decimal.min(0).lt(MONEY_LIMIT);

/** Money for one unit of volume. */
export const rate = decimal.gt(0).max(MAX_RATE);

/** How many of something. */
export const count = z.int().min(0).max(MAX_COUNT);

/**
 * A text without white space at its ends, in one line. Control characters are written as ranges: validators of JSON Schema in
 * other languages do not know `\p{Cc}`.
 */
const line = z
  .string()
  .regex(/^[^\s\x00-\x1f\x7f-\x9f](?:[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$/u, {
    error: 'must not be blank, begin or end with white space, or have control characters',
  });

/** The name of a plan. */
export const planName = line.max(MAX_RANK_NAME);

/** The name of a rank, which is also a key of tables by rank. */
export const rankName = line
  .max(MAX_RANK_NAME)
  .refine((name) => name !== '__proto__', { error: 'must be another name' });

/** The id of a bonus. */
export const bonusId = z
  .string()
  .max(MAX_BONUS_ID)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, { error: 'must have letters, digits, `_`, `-` and `.` only' });

/** A table by rank. A rank that is not named has the value of the next lower one that is; if there is none, nothing. */
export function byRank<Value extends z.ZodType>(value: Value): z.ZodRecord<typeof rankName, Value> {
  return z.record(rankName, value);
}

/** Percentages of levels, the first level first. */
export const levels = z.array(percent).max(MAX_LEVELS);

const compression = z.enum(['none', 'active', 'dynamic']);

/** How a bonus says what it is called. */
export const id = bonusId.describe(
  'the id of the bonus in this plan, in lines and in statements; unique in the plan, and not `cap` or `clawback`',
);

/** Where levels are skipped. Two bonuses use these words. */
export const describedCompression = compression
  .default('none')
  .describe(
    'what happens to a level whose payee cannot be paid. `none`: it stays unpaid. `active`: payees that are not active take no level. `dynamic`: each level goes on upward to the next active payee whose rank has a percentage above 0 at that level; when none is left for a level, no further level is paid',
  );
