import { table } from '#test/support/report.js';
import type { Fault } from './faults.js';
import type { Attempt, Request } from './clients.js';

/** What came of a fault in one round. */
export interface Row {
  readonly fault: Fault;
  readonly figures: Figures;
  /** Seconds until another node was the primary; undefined where none had to. */
  readonly promoted: number | undefined;
  /** Seconds from bringing the node back until all nodes were up to date. */
  readonly rejoined: number;
}

/** Examples of one kind that are shown. */
const EXAMPLES = 5;

const HEAD = [
  'Fault',
  'Times',
  'New primary after, s',
  'Seconds of 503, median',
  'at most',
  'Slowest change with its retries, s',
  '2xx',
  '503',
  'Other',
  'Whole again after, s',
];

/**
 * What went against the promises in a round.
 * @param mostSeconds of 503 that a fault may cost
 */
export function failuresOf({ fault, figures: { others, outage, ok } }: Row, mostSeconds: number): string[] {
  return [
    ...(outage > mostSeconds ? [`${fault.name}: ${outage.toFixed(1)} s of 503`] : []),
    ...(ok === 0 ? [`${fault.name}: nothing was answered`] : []),
    ...others.slice(0, EXAMPLES).map((outcome) => `${fault.name}: an attempt came to ${outcome}`),
  ];
}

/** A line for each round, as it is over. */
export function describeRow({ fault, figures, promoted, rejoined }: Row): string {
  const primary = promoted === undefined ? '' : `, a new primary after ${promoted.toFixed(1)} s`;
  return (
    `${fault.name}: ${figures.outage.toFixed(1)} s of 503 (${figures.unavailable})${primary}, ` +
    `slowest change ${figures.slowest.toFixed(1)} s, whole again after ${rejoined.toFixed(1)} s`
  );
}

/** The table of all rounds, a line for each fault. */
export function describe(rows: readonly Row[]): string[] {
  const groups = [...Map.groupBy(rows, ({ fault }) => fault)];
  return table(
    HEAD,
    groups.map(([fault, own]) => cellsOf(fault, own)),
  );
}

function cellsOf({ title }: Fault, rows: readonly Row[]): string[] {
  const sum = (of: (row: Row) => number): string => String(rows.reduce((total, row) => total + of(row), 0));
  const outages = rows.map(({ figures }) => figures.outage);
  const promoted = rows.map((row) => row.promoted).filter((seconds) => seconds !== undefined);
  return [
    title,
    String(rows.length),
    promoted.length === 0 ? '-' : `${median(promoted)} (at most ${most(promoted)})`,
    median(outages),
    most(outages),
    most(rows.map(({ figures }) => figures.slowest)),
    sum(({ figures }) => figures.ok),
    sum(({ figures }) => figures.unavailable),
    sum(({ figures }) => figures.others.length),
    most(rows.map(({ rejoined }) => rejoined)),
  ];
}

function median(values: readonly number[]): string {
  const ascending = values.toSorted((one, other) => one - other);
  return ascending[Math.floor((ascending.length - 1) / 2)]!.toFixed(1);
}

const most = (values: readonly number[]): string => Math.max(...values).toFixed(1);

/** Milliseconds on one clock: from a fault until the cluster was whole again. */
interface Span {
  readonly begun: number;
  readonly ended: number;
}

/** What clients met during a fault. */
interface Figures {
  /** Requests that were answered with success, and attempts with 503. */
  readonly ok: number;
  readonly unavailable: number;
  /** What must not be: other statuses of failure, and connections that were cut. */
  readonly others: readonly string[];
  /** Seconds from the first request that came to 503 until the last such answer; 0 without one. */
  readonly outage: number;
  /** Seconds of the slowest request with all its attempts. */
  readonly slowest: number;
}

/** Counts what clients met. */
export function figuresOf(attempts: readonly Attempt[], requests: readonly Request[], { begun, ended }: Span): Figures {
  const within = attempts.filter((attempt) => attempt.ended >= begun && attempt.begun <= ended);
  const failed = within.filter(({ outcome }) => outcome === 503);
  const others = within.filter(({ outcome }) => typeof outcome === 'string' || (outcome >= 500 && outcome !== 503));
  const first = Math.min(...failed.map((attempt) => attempt.begun));
  const last = Math.max(...failed.map((attempt) => attempt.ended));
  const slow = requests.filter((request) => request.ended >= begun && request.begun <= ended);
  return {
    ok: within.filter(({ outcome }) => typeof outcome === 'number' && outcome < 300).length,
    unavailable: failed.length,
    others: others.map(({ outcome }) => String(outcome)),
    outage: failed.length === 0 ? 0 : (last - first) / 1000,
    slowest: Math.max(0, ...slow.map((request) => request.ended - request.begun)) / 1000,
  };
}
