/** The start of statements that write events: VALUES or SELECT of these columns follow. */
export const INSERT_EVENTS = 'INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)';

/** How long events are kept: an hour more than documented, so that none vanishes while an admin sends it again. */
export const EVENTS_KEPT = '30 days 1 hour';

/** Hours by which the clocks of servers and instances may differ: what is read ends so much after now. */
const CLOCK_HOURS = 2;

/** SQL that leaves out the partitions made ahead. */
export const isNotAhead = (time: string): string => `${time} < now() + interval '${CLOCK_HOURS} hours'`;

/** The same limit as a value, for statements whose plans the partitions made ahead mislead. */
export const aheadOfNow = (): Date => new Date(Date.now() + CLOCK_HOURS * 3_600_000);

/** SQL that is true of events which are no longer kept, and still there because they are dropped by the week. */
export const isPast = (time: string): string => `${time} < now() - interval '${EVENTS_KEPT}'`;

/**
 * SQL that is true of events which are kept.
 * @param time the event's timestamp, as SQL
 */
export const isKept = (time: string): string => `${time} >= now() - interval '${EVENTS_KEPT}' AND ${isNotAhead(time)}`;

/** SQL of the timestamp of an event that this transaction has written; its partition is found at once. */
export const timeOfNewEvent = (id: string): string => `(
  SELECT timestamp FROM events
   WHERE events.id = ${id} AND timestamp >= now() - interval '1 day' AND ${isNotAhead('timestamp')})`;
