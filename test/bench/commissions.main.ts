/**
 * Measures what calculating a period costs, without reading and writing: networks of several sizes, a hybrid plan, beside a floor
 * that does no more than look at each number of the input once. Then whole runs on a database.
 * `npm run bench -- commissions --members 10000,5000000 --runs 10000`, or `--beside 1000000` for runs beside an API that is
 * asked meanwhile; test/bench/README.md says more.
 */
import { calculate, type PeriodInput } from '@commerce/commission-engine';
import { measureBeside } from './commission-beside.js';
import { measureRuns } from './commission-runs.js';
import { HYBRID, networkOf } from './commission-network.js';
import type { Pages } from './page.js';
import { type Option, whole, wholes } from '#test/support/options.js';
import { print } from '#test/support/proof.js';
import { defineBench } from './program.js';

const SEED = 1;
const TIMES = 3;

/** What the specification admits on one core, at a million members. */
const SECONDS_PER_MILLION = 3;
/** From here on the specification's time holds; small networks cost what a process needs to become quick. */
const CHECKED_FROM = 1_000_000;

/** Seconds by the clock and of the processor. */
interface Times {
  readonly seconds: number;
  readonly processor: number;
}

export default defineBench({
  options: {
    members: sizes('10000,100000,1000000,2000000,5000000'),
    runs: sizes('10000,100000,1000000'),
    /** Runs beside an API under load, alone, and how many of each size. */
    beside: sizes('0'),
    rounds: whole(1, 1, 5),
  },
  run: async ({ members, runs, beside, rounds }, _after, pages) => {
    if (beside.length > 0) {
      for (const line of await measureBeside(beside, SEED, rounds)) print(line);
      return;
    }
    if (members.length > 0) tell('bench:commissions', measureSizes(members), pages);
    if (runs.length > 0) tell('bench:commission-runs', await measureRuns(runs, SEED), pages);
  },
});

/** Sizes of networks; 0 for none. */
function sizes(usual: string): Option<readonly number[]> {
  const { read } = wholes(usual, 0, 10_000_000);
  return { read: (name, given) => read(name, given).filter((size) => size > 0) };
}

function tell(marker: string, lines: readonly string[], pages: Pages): void {
  process.stdout.write(`${lines.join('\n')}\n`);
  pages.renew(marker, lines);
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
