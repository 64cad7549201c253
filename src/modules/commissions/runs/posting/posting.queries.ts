import { statement } from '#common/database/index.js';

/** Lets the statements of this transaction take their time, but not wait long for others; gives the instant. */
export const TAKE_TIME = statement(
  'posting.take-time',
  `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('lock_timeout', '5s', true), set_config('work_mem', '128MB', true)`,
);

export const NOW = statement('posting.now', `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`);

/** A member whose title rank a run has changed. */
export interface RankChange {
  readonly uid: number;
  readonly from: string | null;
  readonly to: string;
}

/** The next `$3` members after `$2` whose title rank run `$1` has changed; titles before are in the words of its plan. */
export const RANKS_CHANGED = statement(
  'posting.ranks-changed',
  `SELECT uid, title_before AS "from", title_rank AS "to" FROM commission_members
    WHERE run_id = $1 AND uid > $2 AND title_rank IS NOT NULL AND title_rank IS DISTINCT FROM title_before
    ORDER BY uid LIMIT $3`,
);

/** SQL of the title ranks of run `$1`. */
export const TITLES = `SELECT uid, title_rank AS title FROM commission_members WHERE run_id = $1 AND title_rank IS NOT NULL`;
