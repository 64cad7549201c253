/** The start of statements that write events: VALUES or SELECT of these columns follow. */
export const INSERT_EVENTS = 'INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)';

/**
 * SQL that deletes up to `$1` events older than an age, the oldest first; skips locked rows.
 * @param age an interval, as SQL
 * @param dependent SQL that deletes rows which refer to the events whose ids are in `old`
 */
export const deleteOldEvents = (age: string, dependent: string): string => `WITH old AS MATERIALIZED (
     SELECT id FROM events WHERE timestamp < now() - ${age} ORDER BY timestamp LIMIT $1 FOR UPDATE SKIP LOCKED
   ), dependents AS (
     ${dependent}
   )
   DELETE FROM events e USING old WHERE e.id = old.id`;
