import { bonusWords } from './facts.js';
import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { periodInWords } from '../../plans/index.js';
import type { Plan } from '@commerce/commission-engine';
import { typesOf } from '../runs.rules.js';
import { toCommissionLineView, type LineRow } from '../results/results.dto.js';
import { CommissionRun } from '../run.entity.js';
import { NEWEST_ROWS } from './explain.queries.js';
import { LINE, LINES_BY } from './lines.queries.js';
import { ExplainFacts } from './facts.service.js';
import type { ExplainedLineView, LineLedgerRowView } from './orders.dto.js';
import { type SourceBonus, toAboveView } from './sources.rules.js';
import { SourcesExplained } from './sources.service.js';

/** Rows and lines that are shown. */
const SHOWN = 100;

/** The greatest number that a line can have. */
const MOST = 2 ** 31 - 1;

interface LedgerRow {
  id: number;
  at: Date;
  kind: string;
  order_id: number | null;
  order_number: string | null;
  business_volume: string;
  points: string;
  cumulative_volume: string;
  /** In all, and null if not known. */
  price: string | null;
  wholesale_price: string | null;
  /** Whether it takes back a row of a posted period, and so counts in no base. */
  is_earlier: boolean;
  takes_back_id: number | null;
  takes_back_at: Date | null;
  from_uid: number | null;
  from_username: string | null;
}

/** Says of a single line where it comes from: down to the orders. See docs/spec/commissions.md#4. */
@Injectable()
export class LinesExplained {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
  ) {}

  /**
   * @param run with results
   * @throws AppError NOT_FOUND for a number that no line has
   */
  async explain(run: CommissionRun, number: number): Promise<ExplainedLineView> {
    const line = number > MOST ? undefined : await this.db.queryOne<LineRow>(null, LINE, [run.id, number]);
    if (line === undefined) throw AppError.notFound('line');
    const types = typesOf(run.document);
    const bonus = this.sources.bonusesOf(run.document).find(({ id }) => id === line.bonus);
    const [path, rows, lines] = await Promise.all([
      this.path(run, line, bonus),
      this.rows(run, line, bonus),
      this.lines(run, line, bonus),
    ]);
    return {
      line: toCommissionLineView(line, types),
      formula: this.formula(run.document, line),
      rounding: run.document.rounding,
      sentence: this.sentence(run.document, line),
      path,
      rows,
      lines,
    };
  }

  private sentence({ bonuses }: Plan, line: LineRow): string {
    const { bonus: id, source_username: source, level, rank, amount, taken_period: period } = line;
    const bonus = bonuses.find((one) => one.id === id);
    if (bonus !== undefined) {
      const type = this.facts.types.past(bonus);
      return type.explainLine(bonus, { bonus: bonusWords(id), source, level, rank });
    }
    if (id === 'cap') return 'Takes off what is above an upper limit.';
    const what = fixed(amount) < 0n ? 'Takes back a line' : 'Gives back what was taken too much of a line';
    return `${what} of ${periodInWords(period!)}: what ${source ?? 'the source'} had bought came back.`;
  }

  private async path(run: CommissionRun, line: LineRow, bonus: SourceBonus | undefined) {
    if (line.source_uid === null || bonus === undefined) return [];
    const steps = await this.sources.path(run, line.source_uid, bonus);
    const at = steps.findIndex(({ member }) => member.uid === line.uid);
    const lines = await this.sources.linesOn(run.id, line.source_uid);
    const own = lines.filter((one) => one.bonus === line.bonus);
    return steps.slice(0, at + 1).map((step) => toAboveView(step, own));
  }

  /** What the source bought, or what of an earlier period it brought back. */
  private async rows(run: CommissionRun, line: LineRow, bonus: SourceBonus | undefined): Promise<LineLedgerRowView[]> {
    if (line.source_uid === null || (bonus !== undefined && 'earnedBy' in bonus.base)) return [];
    const values = [line.source_uid, run.fromAt, run.toAt, SHOWN];
    const rows = await this.db.query<LedgerRow>(null, NEWEST_ROWS, values);
    const isClawback = line.taken_run_id !== null;
    const taken = isClawback ? await this.db.manager.findOneBy(CommissionRun, { id: line.taken_run_id! }) : null;
    const isOf = ({ takes_back_at: at }: LedgerRow): boolean =>
      taken === null || (at !== null && at >= taken.fromAt && at < taken.toAt);
    return rows
      .filter(isOf)
      .map((row) => ({ ...rowView(row, run.document), ...(bonus?.unit === 'price' ? marginOf(row) : NO_MARGIN) }));
  }

  /** What a matching line matches, or the line that a clawback takes back. */
  private async lines(run: CommissionRun, line: LineRow, bonus: SourceBonus | undefined) {
    if (line.taken_run_id !== null) {
      const taken = await this.db.manager.findOneByOrFail(CommissionRun, { id: line.taken_run_id });
      const rows = await this.db.query<LineRow>(null, LINE, [taken.id, line.taken_number]);
      return rows.map((row) => toCommissionLineView(row, typesOf(taken.document)));
    }
    if (bonus === undefined || !('earnedBy' in bonus.base) || line.source_uid === null) return [];
    const rows = await this.db.query<LineRow>(null, LINES_BY, [run.id, line.source_uid, bonus.base.earnedBy, SHOWN]);
    return rows.map((row) => toCommissionLineView(row, typesOf(run.document)));
  }

  private formula({ rounding }: Plan, { base, percent, amount }: LineRow): string {
    const { words } = this.facts;
    const sum = words.money(fixed(amount));
    if (base === null || percent === null) return `${sum}.`;
    const how = rounding === 'half_even' ? 'to the even digit' : 'away from 0';
    return `${words.volume(fixed(base))} × ${toJsonNumber(percent)} % = ${sum}, halves rounded ${how}.`;
  }
}

const NO_MARGIN = { price: null, wholesale_price: null, margin: null } as const;

type Margin = Pick<LineLedgerRowView, 'price' | 'wholesale_price' | 'margin'>;

/** What a retail bonus is paid on: the margins of all rows add up to the base of the line. */
function marginOf({ price, wholesale_price: wholesale, is_earlier }: LedgerRow): Margin {
  const margin = price === null || wholesale === null ? 0n : fixed(price) - fixed(wholesale);
  return {
    price: price === null ? null : toJsonNumber(price),
    wholesale_price: wholesale === null ? null : toJsonNumber(wholesale),
    margin: is_earlier ? null : fixedNumber(margin),
  };
}

function rowView(row: LedgerRow, { volumes }: Plan): Omit<LineLedgerRowView, keyof Margin> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    order_id: row.order_id,
    order_number: row.order_number,
    volume: toJsonNumber(row[volumes.commissionable]),
    takes_back_id: row.takes_back_id,
    from_uid: row.from_uid,
    from_username: row.from_username,
  };
}
