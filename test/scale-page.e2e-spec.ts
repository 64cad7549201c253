import { describe, expect, it } from '@jest/globals';
import { tableOfScalePage } from './support/scale-page.js';

const LOADS = [1, 10, 100, 1_000];

/** Of the busiest hour, on average. */
const AVERAGE = 1 / 3;
const DAY = 24 * 60 * 60;
const PAGE_BYTES = 8_192;
const LINES_OF_AN_ORDER = 5;

const MEMBERS = [100_000, 1_000_000, 5_000_000];
/** Of all members, in a month, with an order each. */
const BUYING = 0.6;
const LINES_OF_A_MEMBER = 5.33;

/** Seconds of a core for each connection that a notification wakes, and how many an instance wakes each second. */
const WAKE_UP = 20e-6;
const wakeUps = (instances: number): number => 2 * instances * 2 * instances;

/** What a request costs, in microseconds and bytes. */
interface Cost {
  rate: number;
  service: number;
  database: number;
  wal: number;
}

const number = (cell: string): number => Number(cell.replaceAll(',', ''));
const rough = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 6 });
const whole = (value: number): string => Math.ceil(value).toLocaleString('en');

describe('docs/scale.md', () => {
  const costs = new Map<string, Cost>(
    tableOfScalePage('costs').map(([letter, , rate, service, database, , wal]) => {
      const [a, b, c, d] = [rate, service, database, wal].map((cell) => number(cell!));
      return [letter!, { rate: a!, service: b!, database: c!, wal: d! }];
    }),
  );
  const stored = new Map(tableOfScalePage('stored').map(([what, bytes]) => [what!, number(bytes!)]));

  const sum = (letters: string, of: (cost: Cost) => number): number =>
    [...letters].reduce((total, letter) => total + of(costs.get(letter)!), 0);

  const paid = ({ rate }: Cost): number => rate * stored.get('WAL of paying it')!;

  it('is calculated from its first tables', () => {
    const service = sum('RLCOFA', ({ rate, service: us }) => rate * us) / 1e6;
    const database = (letters: string): number => (1.5 * sum(letters, (cost) => cost.rate * cost.database)) / 1e6;
    const instances = (load: number): number => Math.max(2, Math.ceil((service * load) / 0.6));
    const commits = sum('COFA', ({ rate }) => rate);
    const wal = sum('COFA', (cost) => cost.rate * cost.wal);
    const kept = (letters: string, days: number, what: string): number =>
      (sum(letters, ({ rate }) => rate) * AVERAGE * days * DAY * stored.get(what)!) / 1e12;
    const rows: [string, (load: number) => string][] = [
      ['requests per second', (load) => whole(1_000 * load)],
      ['service, cores used', (load) => rough(service * load)],
      ['**instances** (N)', (load) => whole(instances(load))],
      ['database, cores used', (load) => rough(database('RLCOFA') * load)],
      ['of these without lists', (load) => rough(database('RCOFA') * load)],
      ['**database cores**', (load) => whole((database('RLCOFA') * load) / 0.5)],
      ['connections', (load) => whole(instances(load) * 26)],
      ['the same with a pool of 5', (load) => whole(instances(load) * 11)],
      ['write transactions per second', (load) => whole(commits * load)],
      ['WAL, MB/s', (load) => rough((wal * load) / 1e6)],
      ['the same after a checkpoint', (load) => rough(((wal + commits * PAGE_BYTES) * load) / 1e6)],
      ['events of 30 days, TB', (load) => rough(kept('CO', 30, 'event, without deliveries') * load)],
      ['new orders of a year, TB', (load) => rough(kept('O', 365, 'order of 5 lines') * load)],
      [
        'volume ledger of a year, TB',
        (load) => rough(LINES_OF_AN_ORDER * kept('O', 365, 'row of the volume ledger') * load),
      ],
      ['paying the orders, WAL, MB/s', (load) => rough((sum('O', paid) * load) / 1e6)],
      ['heartbeats, database cores', (load) => rough(wakeUps(instances(load)) * WAKE_UP)],
    ];
    const expected = rows.map(([what, calculate]) => [what, ...LOADS.map(calculate)]);
    expect(tableOfScalePage('calculated').map(([what, , ...loads]) => [what, ...loads])).toEqual(expected);
  });

  it('calculates what a company needs from its members', () => {
    const ordersOfMonth = (members: number): number => BUYING * members;
    const lines = (members: number): number => LINES_OF_A_MEMBER * members;
    const rows: [string, (members: number) => string][] = [
      ['orders of a month', (members) => whole(ordersOfMonth(members))],
      [
        'load, where 1x is that of above',
        (members) => rough(ordersOfMonth(members) / (costs.get('O')!.rate * AVERAGE * 30 * DAY)),
      ],
      ['rows of the ledger, a month', (members) => whole(LINES_OF_AN_ORDER * ordersOfMonth(members))],
      [
        'the ledger of a year, GB',
        (members) =>
          rough((12 * LINES_OF_AN_ORDER * ordersOfMonth(members) * stored.get('row of the volume ledger')!) / 1e9),
      ],
      ['lines of a run', (members) => whole(lines(members))],
      [
        'posted runs of a year, GB',
        (members) =>
          rough(
            (12 * (lines(members) * stored.get('line of a run')! + members * stored.get('member of a run')!)) / 1e9,
          ),
      ],
      ['WAL of a run, MB', (members) => rough((members * stored.get('WAL of a run, for each member')!) / 1e6)],
    ];
    const expected = rows.map(([what, calculate]) => [what, ...MEMBERS.map(calculate)]);
    expect(tableOfScalePage('company').map(([what, , ...cells]) => [what, ...cells])).toEqual(expected);
  });
});
