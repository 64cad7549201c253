import { statement } from '#common/database/index.js';
import { NO_APPLICATION } from './traffic.entity.js';
import { keptSeconds, LATENCY_BUCKETS, SPANS, type Counts, type TrafficKind } from './traffic.rules.js';

/** The requests of one application in one step. */
export interface TrafficRow extends Counts {
  at: Date;
  kind: TrafficKind;
  application_id: string | null;
  name: string | null;
}

/** SQL for an array with an expression for each bucket; SQL arrays are 1-based. */
function eachBucket(expression: (bucket: string) => string): string {
  const buckets = Array.from({ length: LATENCY_BUCKETS }, (_, index) => expression(`latencies[${index + 1}]`));
  return `ARRAY[${buckets.join(', ')}]`;
}

/**
 * Adds counts to each of their spans. `$1`: JSON of `{application_id, second, requests, …}`. Ordered, so that concurrent
 * writes do not deadlock. What was counted so long ago that it would not be kept any more may have no partition, and is left out.
 */
export const ADD_TRAFFIC = statement(
  'traffic.add',
  `INSERT INTO traffic AS t (span, at, application_id, requests, client_errors, server_errors, latencies)
   SELECT s.span, to_timestamp(c.second - c.second % s.span), c.application_id, sum(c.requests), sum(c.client_errors),
          sum(c.server_errors), ${eachBucket((bucket) => `sum(c.${bucket})`)}
     FROM jsonb_to_recordset($1::jsonb) AS c (application_id uuid, second bigint, requests integer,
          client_errors integer, server_errors integer, latencies integer[])
     CROSS JOIN unnest(ARRAY[${SPANS.join(', ')}], ARRAY[${SPANS.map(keptSeconds).join(', ')}]) AS s (span, kept)
    WHERE c.second - c.second % s.span > extract(epoch FROM now()) - s.kept
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
   ON CONFLICT (span, at, application_id) DO UPDATE
      SET requests = t.requests + excluded.requests,
          client_errors = t.client_errors + excluded.client_errors,
          server_errors = t.server_errors + excluded.server_errors,
          latencies = ${eachBucket((bucket) => `t.${bucket} + excluded.${bucket}`)}`,
);

/**
 * Spans of length `$1` from `$2` to before `$3`, of application `$4` or, if null, of all: the `$5` with most requests
 * individually, requests without an application, and the rest together.
 */
export const READ_TRAFFIC = statement(
  'traffic.read',
  `WITH spans AS MATERIALIZED (
     SELECT * FROM traffic
      WHERE span = $1 AND at >= $2 AND at < $3 AND ($4::uuid IS NULL OR application_id = $4)
   ), busiest AS MATERIALIZED (
     SELECT application_id AS id FROM spans WHERE application_id <> '${NO_APPLICATION}'
      GROUP BY application_id ORDER BY sum(requests) DESC, application_id LIMIT $5
   ), shown AS MATERIALIZED (
     SELECT s.at, b.id AS application_id, s.application_id = '${NO_APPLICATION}' AS is_none,
            sum(s.requests) AS requests, sum(s.client_errors) AS client_errors, sum(s.server_errors) AS server_errors,
            ${eachBucket((bucket) => `sum(s.${bucket})`)}::float8[] AS latencies
       FROM spans s LEFT JOIN busiest b ON b.id = s.application_id
      GROUP BY 1, 2, 3
   )
   SELECT s.at, s.application_id, a.name, s.requests, s.client_errors, s.server_errors, s.latencies,
          CASE WHEN s.is_none THEN 'none' WHEN s.application_id IS NULL THEN 'others' ELSE 'application' END AS kind
     FROM shown s LEFT JOIN applications a ON a.id = s.application_id`,
);
