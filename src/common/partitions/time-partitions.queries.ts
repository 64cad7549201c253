import { statement } from '../database/index.js';

/** Makes the partitions of table `$1`, of width `$2`, from now until `$3` after it and `$4` more. */
export const MAKE_AHEAD = statement(
  'partitions.make-ahead',
  `SELECT make_time_partition($1::regclass, $2, first AT TIME ZONE 'UTC')
     FROM generate_series(date_trunc($2, now() AT TIME ZONE 'UTC'),
            date_trunc($2, (now() + $3::interval) AT TIME ZONE 'UTC') + $4::integer * ('1 ' || $2)::interval,
            ('1 ' || $2)::interval) AS first`,
);

/** Until when rows of table `$1` can be written that are of `$2` after the time when they are, in seconds since 1970. */
export const FIND_END = statement(
  'partitions.find-end',
  `SELECT extract(epoch FROM max(ends) - $2::interval)::float8 AS until FROM time_partitions($1::regclass)`,
);

/**
 * Partitions of table `$1` that ended more than `$2` ago, the oldest first; before them, one that was being detached. With
 * when they begin and end, as words of one form, whatever the session prefers.
 */
export const FIND_PAST = `SELECT piece::text, is_leaving, to_jsonb(begins) #>> '{}' AS begins, to_jsonb(ends) #>> '{}' AS ends
   FROM time_partitions($1::regclass)
  WHERE is_leaving OR ends <= now() - $2::interval ORDER BY is_leaving DESC, begins`;

/** Partitions of table `$1` whose comment begins with `$2`, and that are not being detached. */
export const FIND_MARKED = `SELECT piece::text FROM time_partitions($1::regclass)
  WHERE NOT is_leaving AND starts_with(obj_description(piece, 'pg_class'), $2)`;

/**
 * Tables whose comment begins with `$1`, and that are partitions no more; with when they began and ended, which follow in the
 * comment, and whether that is more than `$2` ago.
 */
export const FIND_LEFT = `SELECT c.oid::regclass::text AS piece, span[1] AS begins, span[2] AS ends,
        coalesce(span[2]::timestamptz <= now() - $2::interval, false) AS is_past
   FROM pg_class c
   JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
  CROSS JOIN LATERAL string_to_array(substr(d.description, length($1) + 1), ' ') AS span
  WHERE starts_with(d.description, $1) AND c.relkind = 'r' AND NOT c.relispartition`;

/** The partition of table `$1` that has ended and whose oldest rows were frozen `$2` transactions ago or more, or never. */
export const FIND_AGED = `SELECT piece::text FROM time_partitions($1::regclass) p JOIN pg_class c ON c.oid = p.piece
  WHERE p.ends <= now() AND NOT p.is_leaving
    AND age(c.relfrozenxid) >= coalesce($2::integer, current_setting('autovacuum_freeze_max_age')::integer / 4)
  ORDER BY age(c.relfrozenxid) DESC LIMIT 1`;
