import { table } from '#test/support/report.js';
import type { Exchange, Instance } from '#test/support/instance.js';
import type { Verdict, Violation } from '../races/history/check.js';
import type { Fault } from './fault.js';

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
  return [...table(HEAD, rows.map(cellsOf)), ...rows.flatMap(failuresOf)];
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

/** How many answers of which kind clients got while a fault and its recovery lasted. */
interface Answers {
  ok: number;
  refused: number;
  unavailable: number;
  /** What must not be: other statuses, and connections that a living process cut or left without an answer. */
  others: string[];
  /** Connections that a process cut which was told to stop. */
  cutWhileStopping: number;
  /** Connections that were cut because their process was killed, and those that nobody took. */
  cutByKill: number;
  unsent: number;
  /** Milliseconds of the slowest answer. */
  slowest: number;
}

/** Watches what all clients of some instances are answered. */
export class Watch {
  readonly answers: Answers = {
    ok: 0,
    refused: 0,
    unavailable: 0,
    others: [],
    cutWhileStopping: 0,
    cutByKill: 0,
    unsent: 0,
    slowest: 0,
  };
  private readonly ends: (() => void)[];

  constructor(instances: readonly Instance[]) {
    this.ends = instances.map((instance) => {
      const note = (exchange: Exchange): void => this.note(exchange);
      instance.on('answer', note);
      return () => instance.off('answer', note);
    });
  }

  /** Ends the watch. */
  end(): void {
    for (const end of this.ends) end();
  }

  private note({ what, outcome, ms, ending }: Exchange): void {
    const { answers } = this;
    if (outcome === 'unsent') answers.unsent += 1;
    else if (outcome === 'cut' && ending === 'SIGKILL') answers.cutByKill += 1;
    else if (outcome === 'cut' && ending === 'SIGTERM') answers.cutWhileStopping += 1;
    else if (outcome === 'cut') answers.others.push(`${what} was cut after ${(ms / 1000).toFixed(1)} s`);
    else if (outcome >= 200 && outcome < 300) answers.ok += 1;
    else if (outcome >= 400 && outcome < 500) answers.refused += 1;
    else if (outcome === 503) answers.unavailable += 1;
    else answers.others.push(`${what} was answered with ${outcome}`);
    if (typeof outcome === 'number') answers.slowest = Math.max(answers.slowest, ms);
  }
}
