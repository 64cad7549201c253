import { isNotAhead } from '#common/events/event.queries.js';

/**
 * SQL that is true of the deliveries in a materialized CTE, which has their `id` and `event_at`. They are found by their keys
 * whatever the table's statistics, in no partitions but theirs.
 */
export const isAmong = (cte: string): string => `id = ANY (ARRAY(SELECT id FROM ${cte}))
     AND event_at BETWEEN (SELECT min(event_at) FROM ${cte}) AND (SELECT max(event_at) FROM ${cte})`;

/**
 * SQL that leaves out partitions of attempts which ended before an event. A day less: the clocks of database and instance differ.
 * @param event the event's time, as SQL
 * @param attempt the attempt's, as SQL
 */
export const attemptsSince = (event: string, attempt: string): string =>
  `${attempt} >= ${event} - interval '1 day' AND ${isNotAhead(attempt)}`;
