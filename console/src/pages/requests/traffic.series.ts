import { PALETTE } from '../../components/chart/colours';
import type { Series, Steps } from '../../components/chart/series';
import type { Traffic } from './requests.queries';
import { t } from '../../i18n/t';

type Share = Traffic['applications'][number];

/** The steps of a period. */
export function stepsOf({ points, step_seconds }: Traffic): Steps {
  return { starts: points.map(({ at }) => Date.parse(at)), seconds: step_seconds };
}

/** An application with its colour in the chart. */
export interface ColoredShare extends Share {
  key: string;
  title: string;
  color: string;
}

/**
 * The applications with names and colours, most requests first; requests without an application are last. An
 * application keeps its colour when the order changes.
 */
export function coloredShares({ applications }: Traffic): ColoredShare[] {
  const ids = applications
    .toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''))
    .flatMap(({ application_id }) => application_id ?? []);
  const shares = applications.map((share) => ({ ...share, ...looksOf(share, ids) }));
  return [...shares.filter(isApplication), ...shares.filter((share) => !isApplication(share))];
}

function isApplication({ kind }: Share): boolean {
  return kind === 'application';
}

function looksOf({ kind, application_id, name }: Share, ids: readonly string[]): Omit<ColoredShare, keyof Share> {
  if (kind === 'none') return { key: kind, title: t('No application'), color: PALETTE.none };
  if (kind === 'others' || application_id === null) return { key: kind, title: t('Others'), color: PALETTE.others };
  const color = PALETTE.kinds[ids.indexOf(application_id) % PALETTE.kinds.length] ?? PALETTE.others;
  return { key: application_id, title: name ?? application_id, color };
}

/** Requests by application. */
export function requestSeries(shares: readonly ColoredShare[]): Series[] {
  return shares.map(({ key, title, color, requests_by_step }) => ({
    key,
    name: title,
    color,
    values: requests_by_step,
  }));
}

/** Errors by class. */
export function errorSeries({ points }: Traffic): Series[] {
  return [
    {
      key: '5xx',
      name: t('Server errors (5xx)'),
      color: PALETTE.failure,
      values: points.map(({ server_errors }) => server_errors),
    },
    {
      key: '4xx',
      name: t('Client errors (4xx)'),
      color: PALETTE.warning,
      values: points.map(({ client_errors }) => client_errors),
    },
  ];
}

/** Response times: median and 95th percentile. */
export function latencySeries({ points }: Traffic): Series[] {
  return [
    {
      key: 'p50',
      name: t('Median (p50)'),
      color: PALETTE.typical,
      values: points.map(({ latency_p50_ms }) => latency_p50_ms),
    },
    {
      key: 'p95',
      name: t('95th percentile (p95)'),
      color: PALETTE.slow,
      values: points.map(({ latency_p95_ms }) => latency_p95_ms),
    },
  ];
}
