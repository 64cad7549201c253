import type { Verdict, Violation } from '../support/history/check.js';
import type { Fault } from './fault.js';
import type { Answers } from './watch.js';

/** Examples of one kind that are shown. */
const EXAMPLES = 5;

/** What came of one fault. */
export interface Row {
  readonly fault: Fault;
  /** What it did. */
  readonly did: string;
  readonly answers: Answers;
  /** Changes that clients were told are made. */
  readonly acknowledged: number;
  /** What the history of all that clients were told says. */
  readonly verdict: Verdict;
  /** Processes that ended by themselves. */
  readonly exits: number;
  /** Seconds from the end of the fault until every instance served everything. */
  readonly recovery: number;
  /** What else went wrong. */
  readonly troubles: readonly string[];
}

const HEAD = [
  'Fault',
  'What happened',
  'Acknowledged',
  'Lost',
  '2xx',
  '4xx',
  '503',
  'Other',
  'Exits',
  'Slowest answer',
  'Recovered in',
  'Cut at a stop',
];

/** Whether all held during a fault. */
export function isHeld({ answers, acknowledged, verdict, exits, troubles }: Row): boolean {
  const failures = [answers.others, verdict.violations, verdict.undecided, troubles].flat().length;
  return failures + answers.cutWhileStopping + exits === 0 && acknowledged > 0;
}

/** The figures of a run: a table with a line for each fault, and what went wrong. */
export function describe(rows: readonly Row[]): string[] {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`);
  return [...lines, ...rows.flatMap(failuresOf)];
}

function cellsOf({ fault, did, answers, acknowledged, verdict, exits, recovery }: Row): string[] {
  return [
    fault.title,
    did,
    acknowledged,
    verdict.violations.length,
    answers.ok,
    answers.refused,
    answers.unavailable,
    answers.others.length,
    exits,
    `${(answers.slowest / 1000).toFixed(1)} s`,
    `${recovery.toFixed(1)} s`,
    answers.cutWhileStopping,
  ].map(String);
}

function failuresOf({ fault, answers, acknowledged, verdict, troubles }: Row): string[] {
  return [
    ...(acknowledged === 0 ? ['no change was acknowledged at all'] : []),
    ...verdict.violations.slice(0, EXAMPLES).map(told),
    ...verdict.undecided.map((object) => `what happened to ${object} could not be decided`),
    ...answers.others.slice(0, EXAMPLES),
    ...troubles.slice(0, EXAMPLES),
  ].map((line) => `${fault.name}: ${line}`);
}

function told({ kind, object, operations }: Violation): string {
  const parts = operations.map(({ action, outcome, saw }) => JSON.stringify({ action, outcome, saw }));
  return `${kind}: ${object} ${parts.join(' ')}`;
}
