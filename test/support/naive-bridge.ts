import type { Plan } from '@commerce/commission-engine';
import type { TestApp } from './start-test-app.js';

interface Line {
  uid: number;
  bonus: string;
  source: number | null;
  level: number | null;
  rank: string | null;
  base: number | null;
  amount: number;
}

interface Member {
  uid: number;
  status: string;
  rank: string | null;
  active: boolean;
}

/** A run as it stands in the tables, to be compared by {@link naiveBridge}. */
export interface ReadRun {
  readonly plan: Plan;
  readonly lines: readonly Line[];
  readonly members: ReadonlyMap<number, Member>;
}

export async function readRun(app: TestApp, id: number): Promise<ReadRun> {
  const [run] = await app.database.query<{ document: Plan }>('SELECT document FROM commission_runs WHERE id = $1', [
    id,
  ]);
  const lines = await app.database.query<Line>(
    `SELECT uid::integer, bonus, source_uid::integer AS source, level, rank, base::float8, amount::float8
       FROM commission_lines WHERE run_id = $1`,
    [id],
  );
  const members = await app.database.query<Member>(
    'SELECT uid::integer, status, rank, active FROM commission_members WHERE run_id = $1',
    [id],
  );
  return { plan: run!.document, lines, members: new Map(members.map((member) => [member.uid, member])) };
}

/** Amounts by `bonus part`. */
export type NaiveParts = ReadonlyMap<string, number>;

/**
 * Why a run pays something else than the one before, as docs/commissions.md says it, member by member and in plain numbers,
 * without rounding: what is told may differ by half a cent for each member, bonus and level.
 */
export function naiveBridge(before: ReadRun, after: ReadRun): NaiveParts {
  const parts = new Map<string, number>();
  const add = (bonus: string, part: string, amount: number): void => {
    parts.set(`${bonus} ${part}`, (parts.get(`${bonus} ${part}`) ?? 0) + amount);
  };
  const statusOf = (uid: number | null): 'new' | 'lost' | undefined => {
    if (uid === null) return undefined;
    const [was, is] = [before.members.get(uid), after.members.get(uid)];
    if (was === undefined) return 'new';
    return was.status !== 'terminated' && (is === undefined || is.status === 'terminated') ? 'lost' : undefined;
  };
  const rest: { was: Line[]; is: Line[] } = { was: [], is: [] };
  for (const [side, run, sign] of [
    ['was', before, -1],
    ['is', after, 1],
  ] as const)
    for (const line of run.lines) {
      const who = [statusOf(line.uid), statusOf(line.source)];
      if (line.bonus === 'cap') add('cap', 'caps', sign * line.amount);
      else if (line.bonus === 'clawback') add('clawback', 'returns', sign * line.amount);
      else if (who.includes('new')) add(line.bonus, 'new_members', sign * line.amount);
      else if (who.includes('lost')) add(line.bonus, 'lost_members', sign * line.amount);
      else if (line.rank !== null) add(line.bonus, 'ranks', sign * line.amount);
      else rest[side].push(line);
    }
  const keys = new Set([...rest.was, ...rest.is].map(({ uid, bonus, level }) => JSON.stringify([uid, bonus, level])));
  for (const key of keys) {
    const [uid, bonus, level] = JSON.parse(key) as [number, string, number | null];
    const of = (lines: readonly Line[]) =>
      lines.filter((line) => line.uid === uid && line.bonus === bonus && line.level === level);
    const paid: Paid = { bonus, level, was: of(rest.was), is: of(rest.is) };
    for (const [part, amount] of causesOf(paid, uid, before, after)) add(bonus, part, amount);
  }
  return parts;
}

interface Paid {
  readonly bonus: string;
  readonly level: number | null;
  readonly was: readonly Line[];
  readonly is: readonly Line[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const amountOf = (lines: readonly Line[]): number => sum(lines.map(({ amount }) => amount));

/** Nothing unless all lines have a base. */
function baseOf(lines: readonly Line[]): number | undefined {
  const bases = lines.map(({ base }) => base).filter((base) => base !== null);
  const total = sum(bases);
  return bases.length > 0 && total > 0 ? total : undefined;
}

function causesOf(paid: Paid, uid: number, before: ReadRun, after: ReadRun): [string, number][] {
  const { bonus, level, was, is } = paid;
  const difference = amountOf(is) - amountOf(was);
  const [then, now] = [before.members.get(uid)!, after.members.get(uid)!];
  const isSameStanding = then.rank === now.rank && then.active === now.active;
  const [rule, newRule] = [before, after].map(({ plan }) => plan.bonuses.find(({ id }) => id === bonus));
  const isRetail = (newRule ?? rule)!.type === 'retail';
  const rates = isRetail ? [1, 1] : [before.plan.rate, after.plan.rate];
  const names = ({ plan }: ReadRun): string => plan.ranks.map(({ name }) => name).join();
  const isSameRule =
    JSON.stringify(rule) === JSON.stringify(newRule) && rates[0] === rates[1] && names(before) === names(after);
  if (isSameRule && isSameStanding) return [['volume', difference]];
  const percent = (run: ReadRun, who: Member): number | undefined => percentAt(run.plan, bonus, level, who);
  const [old, planned, today] = [percent(before, then), percent(after, then), percent(after, now)];
  const [base, newBase] = [baseOf(was), baseOf(is)];
  if (base === undefined || newBase === undefined) {
    if (old === undefined || planned === undefined || today === undefined)
      return [[isSameRule ? 'ranks' : 'plan', difference]];
    if (old > 0 && today > 0) return [['volume', difference]];
    return [[old > 0 === planned > 0 ? 'ranks' : 'plan', difference]];
  }
  // Money for volume as it was then.
  const atOldRate = (amountOf(was) / base) * (newBase / rates[1]!) * rates[0]!;
  const volume = atOldRate - amountOf(was);
  const others = amountOf(is) - atOldRate;
  if (isSameRule)
    return [
      ['volume', volume],
      ['ranks', others],
    ];
  if (isSameStanding || old === undefined || planned === undefined || old === 0)
    return [
      ['volume', volume],
      ['plan', others],
    ];
  const byPlan = atOldRate * (((planned / old) * rates[1]!) / rates[0]!) - atOldRate;
  return [
    ['volume', volume],
    ['plan', byPlan],
    ['ranks', others - byPlan],
  ];
}

/** Of a table by rank: what the rank has, or the next lower one that is named. */
function percentAt(plan: Plan, id: string, level: number | null, { rank, active }: Member): number | undefined {
  const bonus = plan.bonuses.find((one) => one.id === id);
  if (bonus === undefined) return 0;
  const table = (bonus as { percents?: Record<string, number[]> | number[] }).percents;
  if (level === null || table === undefined || Array.isArray(table)) return undefined;
  if (!active) return 0;
  for (let at = plan.ranks.findIndex(({ name }) => name === rank); at >= 0; at -= 1) {
    const percents = table[plan.ranks[at]!.name];
    if (percents !== undefined) return percents[level - 1] ?? 0;
  }
  return plan.ranks.some(({ name }) => name === rank) ? 0 : undefined;
}
