import type pg from 'pg';
import type { Plan } from '@commerce/commission-engine';
import { naively } from '#test/support/oracle/calculate.js';
import type { Checks } from '#test/support/report.js';
import { periodOf, units, type Month, type Posted } from './period.js';
import type { Service } from './service.js';

interface Line {
  readonly uid: number;
  readonly bonus: string;
  readonly type: string;
  readonly source_uid: number | null;
  readonly level: number | null;
  readonly rank: string | null;
  readonly base: number | null;
  readonly amount: number;
}

interface Member {
  readonly uid: number;
  readonly active: boolean;
  readonly personal_volume: number;
  readonly group_volume: number;
  readonly rank: string | null;
  readonly title_rank: string | null;
}

/** Bonuses whose lines later returns take back. */
const TAKEN_BACK = ['unilevel', 'generation', 'fast_start', 'retail', 'matching'];

const cents = (amount: number): number => Math.round(amount * 100);

/** Holds a posted month against the second implementation and against the books, and keeps what later ones need. */
export class Books {
  readonly posted: Posted[] = [];
  /** How many lines all months have, by type. */
  readonly types = new Map<string, number>();

  constructor(
    private readonly service: Service,
    private readonly pool: pg.Pool,
    private readonly checks: Checks,
  ) {}

  /** How many lines all months have. */
  get lines(): number {
    return [...this.types.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Audits the run of a month. @param plan by which it was calculated */
  async audit(month: Month, plan: Plan, runId: number): Promise<void> {
    const lines = await this.service.all<Line>(`commission-runs/${runId}/lines/`);
    const members = await this.service.all<Member>(`commission-runs/${runId}/members/`);
    for (const { type } of lines) this.types.set(type, (this.types.get(type) ?? 0) + 1);
    const period = await periodOf(this.pool, month, plan, this.posted);
    const naive = naively(period);
    this.same(month, 'lines', lines.map(textOf).sort(), naive.lines.map(naiveTextOf).sort());
    this.same(month, 'members', members.map(memberText).sort(), [...naive.members].map(naiveMemberText).sort());
    const carried = await this.carriedOut(runId);
    this.same(month, 'carried volumes', legTexts(carried), legTexts(naive.carried));
    await this.earnings(month, runId, lines);
    const titles = new Map(members.flatMap(({ uid, title_rank }) => (title_rank === null ? [] : [[uid, title_rank]])));
    this.rising(month, plan, titles);
    this.posted.push({
      month,
      plan,
      carried,
      titles,
      paid: paidOf(lines),
      lines: lines.flatMap((line) => earlierLine(line)),
    });
  }

  private same(month: Month, what: string, told: readonly string[], calculated: readonly string[]): void {
    this.checks.that(
      'second implementation',
      `${month.name}: as many ${what}`,
      told.length === calculated.length,
      `${told.length} and ${calculated.length}`,
    );
    for (const [at, text] of told.entries())
      this.checks.that(
        'second implementation',
        `${month.name}: ${what}`,
        text === calculated[at],
        `${text} and ${calculated[at]}`,
      );
  }

  private async carriedOut(runId: number): Promise<Record<string, Record<number, { left: number; right: number }>>> {
    const { rows } = await this.pool.query<{ bonus: string; uid: string; left: string; right: string }>(
      `SELECT bonus, uid, left_out AS left, right_out AS right FROM commission_legs
        WHERE run_id = $1 AND (left_out <> 0 OR right_out <> 0)`,
      [runId],
    );
    const carried: Record<string, Record<number, { left: number; right: number }>> = {};
    for (const { bonus, uid, left, right } of rows)
      (carried[bonus] ??= {})[Number(uid)] = { left: units(left), right: units(right) };
    return carried;
  }

  /** What was posted for each member is the sum of its lines. */
  private async earnings(month: Month, runId: number, lines: readonly Line[]): Promise<void> {
    const { rows } = await this.pool.query<{ uid: string; kind: string; amount: string }>(
      `SELECT uid, kind, amount FROM earnings WHERE run_id = $1`,
      [runId],
    );
    const wanted = new Map<string, number>();
    for (const { uid, type, amount } of lines) {
      const key = `${uid} ${type === 'clawback' ? 'clawback' : 'commission'}`;
      wanted.set(key, (wanted.get(key) ?? 0) + cents(amount));
    }
    const booked = new Map(rows.map(({ uid, kind, amount }) => [`${uid} ${kind}`, cents(Number(amount))]));
    for (const [key, amount] of wanted)
      this.checks.that(
        'earnings',
        `${month.name}: ${key}`,
        (booked.get(key) ?? 0) === amount,
        `${booked.get(key)} for ${amount}`,
      );
    for (const key of booked.keys()) this.checks.that('earnings', `${month.name}: ${key} has lines`, wanted.has(key));
  }

  /** No title falls. */
  private rising({ name }: Month, plan: Plan, titles: ReadonlyMap<number, string>): void {
    const last = this.posted.at(-1);
    if (last === undefined) return;
    // The ranks of both plans stand in the same order, whatever they are called.
    const height = (ranks: Plan['ranks'], title: string): number => ranks.findIndex((rank) => rank.name === title);
    for (const [uid, before] of last.titles) {
      const title = titles.get(uid);
      const holds = title !== undefined && height(plan.ranks, title) >= height(last.plan.ranks, before);
      this.checks.that('titles', `${name}: ${uid} has not fallen`, holds, `${before}, then ${title}`);
    }
  }
}

function textOf({ bonus, uid, source_uid, level, rank, amount }: Line): string {
  return JSON.stringify([bonus, uid, source_uid, level, rank, cents(amount)]);
}

function naiveTextOf(line: ReturnType<typeof naively>['lines'][number]): string {
  const { bonus, payee, source, level, rank, amount } = line;
  return JSON.stringify([bonus, payee, source ?? null, level ?? null, rank ?? null, amount]);
}

function memberText({ uid, active, personal_volume, group_volume, rank, title_rank }: Member): string {
  return JSON.stringify([uid, active, units(personal_volume), units(group_volume), rank, title_rank]);
}

function naiveMemberText([uid, member]: [number, ReturnType<ReturnType<typeof naively>['members']['get']>]): string {
  const { active, personal, group, rank, title } = member!;
  return JSON.stringify([uid, active, personal, group, rank ?? null, title ?? null]);
}

function legTexts(carried: Posted['carried']): string[] {
  return Object.entries(carried)
    .flatMap(([bonus, legs]) =>
      Object.entries(legs).map(([uid, { left, right }]) => `${bonus} ${uid} ${left} ${right}`),
    )
    .sort();
}

/** By payee, in minor units: what its lines came to before caps, and what they left. */
function paidOf(lines: readonly Line[]): Posted['paid'] {
  const paid: Record<number, { before: number; left: number }> = {};
  for (const { uid, type, amount } of lines) {
    if (type === 'clawback') continue;
    const { before, left } = paid[uid] ?? { before: 0, left: 0 };
    paid[uid] = { before: before + (type === 'cap' ? 0 : cents(amount)), left: left + cents(amount) };
  }
  return paid;
}

function earlierLine({ uid, bonus, type, source_uid, level, base, amount }: Line): Posted['lines'][number][] {
  if (!TAKEN_BACK.includes(type) || source_uid === null || base === null) return [];
  return [
    {
      bonus,
      payee: uid,
      source: source_uid,
      level: level!,
      amount: cents(amount),
      base: type === 'matching' ? cents(base) : units(base),
    },
  ];
}
