/**
 * Measures what calculating a period costs, without reading and writing: networks of several sizes, a hybrid plan, beside a floor
 * that does no more than look at each number of the input once. Then whole runs on a database.
 * `npm run bench -- commissions --members 10000,5000000 --runs 10000`, or `--beside 1000000` for runs beside an API that is
 * asked meanwhile; test/bench/README.md says more.
 */
import { parseArgs } from 'node:util';
import { calculate, type PeriodInput } from '@commerce/commission-engine';
import { measureBeside } from './commission-beside.js';
import { measureRuns } from './commission-runs.js';
import { HYBRID, networkOf } from './commissions-network.js';
import { wholeNumber } from './options.js';
import { renewPart } from './page.js';
import { run } from './program.js';

const SEED = 1;
const TIMES = 3;

/** What the specification admits on one core, at a million members. */
const SECONDS_PER_MILLION = 3;
/** From here on the specification's time holds; small networks cost what a process needs to become quick. */
const CHECKED_FROM = 1_000_000;

interface Options {
  members: number[];
  runs: number[];
  /** Runs beside an API under load, and how many of each size. */
  beside: number[];
  rounds: number;
  write: boolean;
}

/** Seconds by the clock and of the processor. */
interface Times {
  readonly seconds: number;
  readonly processor: number;
}

await run(readOptions, main);

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { members: text, runs: text, beside: text, rounds: text, write: { type: 'boolean', default: false } },
  });
  // Who asks for one part alone gets no other.
  const usual = values.beside === undefined ? undefined : '0';
  const sizes = (name: string, list: string): number[] =>
    list.split(',').flatMap((one) => (one === '0' ? [] : [wholeNumber(name, one, 1_000, 10_000_000)]));
  return {
    members: sizes('members', values.members ?? usual ?? '10000,100000,1000000,2000000,5000000'),
    runs: sizes('runs', values.runs ?? usual ?? '10000,100000,1000000'),
    beside: sizes('beside', values.beside ?? '0'),
    rounds: wholeNumber('rounds', values.rounds ?? '1', 1, 5),
    write: values.write,
  };
}

async function main({ members, runs, beside, rounds, write }: Options): Promise<void> {
  if (members.length > 0) tell('bench:commissions', measureSizes(members), write);
  if (runs.length > 0) tell('bench:commission-runs', await measureRuns(runs, SEED), write);
  if (beside.length > 0) process.stdout.write(`${(await measureBeside(beside, SEED, rounds)).join('\n')}\n`);
}

function tell(marker: string, lines: readonly string[], write: boolean): void {
  process.stdout.write(`${lines.join('\n')}\n`);
  if (write) renewPart(marker, lines);
}

function measureSizes(sizes: readonly number[]): string[] {
  const head = ['Members', 'Rows', 'Lines', 'Floor, s', 'Calculation, s', 'of the processor, s', 'Memory in all, MB'];
  const rows = sizes.map((count) => {
    const row = measure(count);
    process.stdout.write(`${row}\n`);
    return row;
  });
  return [`| ${head.join(' | ')} |`, `|${' ---: |'.repeat(head.length)}`, ...rows];
}

/** Measures one network: the quickest of some times, since whatever else runs only adds to it. */
function measure(count: number): string {
  const input = networkOf(count, SEED);
  let lines = 0;
  const floor = quickest(() => void look(input));
  const calculation = quickest(() => {
    lines = calculate(HYBRID, input).lines.length;
  });
  if (count >= CHECKED_FROM && calculation.processor > (SECONDS_PER_MILLION * count) / 1_000_000) process.exitCode = 1;
  const memory = process.resourceUsage().maxRSS / 1_024;
  const cells = [
    count.toLocaleString('en'),
    input.rows.member.length.toLocaleString('en'),
    lines.toLocaleString('en'),
    floor.seconds.toFixed(3),
    calculation.seconds.toFixed(2),
    calculation.processor.toFixed(2),
    memory.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function quickest(work: () => void): Times {
  let best: Times = { seconds: Infinity, processor: Infinity };
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    const times = { seconds: (performance.now() - began) / 1_000, processor: (user + system) / 1_000_000 };
    if (times.processor < best.processor) best = times;
  }
  return best;
}

/** The floor: one pass over the numbers and positions that are read. */
function look({ members, rows }: PeriodInput): number {
  let sum = 0;
  for (const column of [rows.at, rows.qualifying, rows.commissionable, members.uid, members.enrolledAt])
    sum += sumOfNumbers(column);
  for (const column of [rows.member, rows.takesBack, members.sponsor, members.parent]) sum += sumOfPositions(column);
  return sum;
}

/** Twice the same loop: one that meets columns of both kinds would be slow. */
function sumOfNumbers(column: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < column.length; at += 1) sum += column[at]!;
  return sum;
}

function sumOfPositions(column: Int32Array): number {
  let sum = 0;
  for (let at = 0; at < column.length; at += 1) sum += column[at]!;
  return sum;
}
