import { ChoiceField } from '#common/validation/index.js';
import { ApplicationIdField } from '../client-apps/index.js';
import {
  TRAFFIC_WINDOWS,
  type TrafficWindow,
  TRAFFIC_KINDS,
  type TrafficKind,
  add,
  noCounts,
  percentile,
  type Counts,
  type TrafficSteps,
} from './traffic.rules.js';
import {
  ApiProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import type { TrafficRow } from './traffic.queries.js';

/** Requests of a time, and how they went. */
class TrafficFiguresView {
  @NumberProperty(1284) requests!: number;
  @NumberProperty(37, 'number of 4xx responses') client_errors!: number;
  @NumberProperty(1, 'number of 5xx responses') server_errors!: number;

  @NumberProperty(
    4.2,
    'estimated median response time in milliseconds; 10000 means 10000 or more; null without requests',
    { nullable: true },
  )
  latency_p50_ms!: number | null;

  @NumberProperty(38.5, 'estimated 95th percentile, likewise', { nullable: true }) latency_p95_ms!: number | null;
}

/** The requests of one step of the window. */
class TrafficPointView extends TrafficFiguresView {
  @TextProperty('2026-11-21T08:30:00.000Z', 'start of the step') at!: string;
}

/** The requests of an application in the window. */
class TrafficApplicationView extends TrafficFiguresView {
  @ChoiceProperty(
    TRAFFIC_KINDS,
    'application',
    '`none`: rejected before the application was identified; `others`: all applications not listed by name',
  )
  kind!: TrafficKind;

  @UuidProperty('8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47', 'null unless `kind` is one application', { nullable: true })
  application_id!: string | null;

  @TextProperty('Web shop', 'null unless `kind` is one application', { nullable: true }) name!: string | null;

  @ApiProperty({ type: [Number], example: [12, 0, 31], description: 'requests for each of the `points`, in order' })
  requests_by_step!: number[];
}

/** Requests, errors and latency of the client API over time. See docs/spec/service.md#8. */
export class TrafficView {
  @ChoiceProperty(TRAFFIC_WINDOWS, 'day') window!: TrafficWindow;
  @NumberProperty(900, 'seconds between points') step_seconds!: number;
  @TextProperty('2026-11-20T08:45:00.000Z', 'start of the first step') from!: string;
  @TextProperty('2026-11-21T08:45:00.000Z', 'end of the last step, which may be in progress') to!: string;
  @ObjectProperty(TrafficFiguresView, 'totals of the whole window') totals!: TrafficFiguresView;

  @ListProperty(TrafficPointView, 'oldest first, one for each step, including those without requests')
  points!: TrafficPointView[];

  @ListProperty(
    TrafficApplicationView,
    'by number of requests, descending; at most 6 applications by name, then `others`',
  )
  applications!: TrafficApplicationView[];
}

/** The rows of a window as {@link TrafficView}. */
export function toTrafficView(
  window: TrafficWindow,
  { steps, stepSeconds, from, to }: TrafficSteps,
  rows: readonly TrafficRow[],
): TrafficView {
  const totals = noCounts();
  const points = Array.from({ length: steps }, noCounts);
  const applications = new Map<string, { row: TrafficRow; counts: Counts; requestsByStep: number[] }>();
  for (const row of rows) {
    const step = (row.at.getTime() - from) / (stepSeconds * 1000);
    const key = row.application_id ?? row.kind;
    const application = applications.get(key) ?? { row, counts: noCounts(), requestsByStep: points.map(() => 0) };
    applications.set(key, application);
    application.requestsByStep[step] = row.requests;
    for (const counts of [totals, points[step]!, application.counts]) add(counts, row);
  }
  return {
    window,
    step_seconds: stepSeconds,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    totals: figures(totals),
    points: points.map((counts, step) => ({
      at: new Date(from + step * stepSeconds * 1000).toISOString(),
      ...figures(counts),
    })),
    applications: [...applications.values()]
      .sort(
        (a, b) =>
          Number(a.row.kind === 'others') - Number(b.row.kind === 'others') || b.counts.requests - a.counts.requests,
      )
      .map(({ row: { kind, application_id, name }, counts, requestsByStep }) => {
        return { kind, application_id, name, ...figures(counts), requests_by_step: requestsByStep };
      }),
  };
}

function figures({ latencies, ...counts }: Counts): TrafficFiguresView {
  return { ...counts, latency_p50_ms: percentile(latencies, 0.5), latency_p95_ms: percentile(latencies, 0.95) };
}

/** How far back to look, and at which application. */
export class TrafficQuery {
  @ChoiceField(TRAFFIC_WINDOWS, {
    optional: true,
    description: '60 steps of 1 minute, 96 of 15 minutes (default), 168 of 1 hour, or 120 of 6 hours',
    example: 'day',
  })
  window?: TrafficWindow;

  @ApplicationIdField('only requests of this application') application_id?: string;
}
