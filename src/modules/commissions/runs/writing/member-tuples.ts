import type { TupleWriter } from '@commerce/postgres';
import {
  CAP,
  CLAWBACK,
  farAbove,
  inputValue,
  KIND,
  type LineColumns,
  type Lines,
  NO_RANK,
  NOT_PLACED,
  type Plan,
  STATUS,
} from '@commerce/commission-engine';
import type { InputRow } from '../run.entity.js';
import { CAP_NAME, CLAWBACK_NAME } from '../runs.rules.js';
import { encoded, words, type ResultTuples, type RunResult } from './result-partitions.js';

const VOLUME_DECIMALS = 4;

/** What all runs have of their members. */
const COLUMNS = [
  'uid',
  'enrolled_at',
  'sponsor_uid',
  'parent_uid',
  'leg',
  'is_placed',
  'active',
  'kind',
  'status',
  'rank',
  'title_before',
  'title_rank',
  'best_rank',
  'own_volume',
  'commissionable_volume',
  'personal_volume',
  'group_volume',
  'counted_volume',
  'earned',
  'bonuses',
  'far_sponsor_uid',
  'far_parent_uid',
];

/** The members of a run as rows: where they stood, their measures, ranks and what they earned. */
export class MemberTuples implements ResultTuples {
  readonly table = 'commission_members';
  readonly columns: readonly string[];
  private readonly kinds = words(KIND);
  private readonly statuses = words(STATUS);
  private readonly ranks: readonly Uint8Array[];

  constructor(private readonly result: RunResult) {
    this.columns = [...COLUMNS, ...(result.read.inputs.length > 0 ? ['inputs'] : [])];
    this.ranks = encoded(result.run.document.ranks.map(({ name }) => name));
  }

  *write(writer: TupleWriter): Iterable<void> {
    const { run, read, outcome } = this.result;
    const earned = outcome.lines.sums();
    const lines = new LinesOfMembers(outcome.lines, run.document, read.input);
    const far = farAbove(read.input.members);
    for (let member = 0; member < earned.length; member += 1) {
      writer.begin();
      this.standing(writer, member);
      this.ranksOf(writer, member);
      this.volumes(writer, member);
      writer.numeric(earned[member]!, read.input.currencyDigits);
      writer.jsonb(lines.sumsOf(member));
      this.above(writer, far.sponsor[member]!);
      this.above(writer, far.parent[member]!);
      if (read.inputs.length > 0) this.inputs(writer, member);
      if (writer.end()) yield;
    }
  }

  private standing(writer: TupleWriter, member: number): void {
    const { read, outcome } = this.result;
    const { uid, kind, status, enrolledAt, sponsor, parent, leg } = read.input.members;
    const above = parent[member]!;
    writer.bigint(uid[member]!);
    writer.instant(enrolledAt[member]!);
    this.above(writer, sponsor[member]!);
    this.above(writer, above);
    if (above < 0) writer.null();
    else writer.smallint(leg[member]!);
    writer.boolean(above !== NOT_PLACED);
    writer.boolean(outcome.standings.active[member] === 1);
    writer.text(this.kinds[kind[member]!]!);
    writer.text(this.statuses[status[member]!]!);
  }

  private ranksOf(writer: TupleWriter, member: number): void {
    const { read, outcome } = this.result;
    const { paidAs, title, best } = outcome.standings;
    for (const ranks of [paidAs, read.input.members.title, title, best]) {
      if (ranks[member] === NO_RANK) writer.null();
      else writer.text(this.ranks[ranks[member]!]!);
    }
  }

  private volumes(writer: TupleWriter, member: number): void {
    const { own, commissionable, personal, group, counted } = this.result.outcome.measures;
    for (const volume of [own, commissionable, personal, group, counted]) {
      writer.numeric(volume[member]!, VOLUME_DECIMALS);
    }
  }

  private inputs(writer: TupleWriter, member: number): void {
    const { inputs } = this.result.read;
    const kept = inputs.map(({ input, values, since }): [string, InputRow] => {
      const at = since[member]!;
      return [input.name, [inputValue(input, values[member]!), Number.isNaN(at) ? null : new Date(at).toISOString()]];
    });
    writer.jsonb(JSON.stringify(Object.fromEntries(kept)));
  }

  /** Whoever stands above, directly or far, or nobody. */
  private above(writer: TupleWriter, above: number): void {
    if (above < 0) writer.null();
    else writer.bigint(this.result.read.input.members.uid[above]!);
  }
}

/** Lines are in pieces of equal length, but for the last. */
const NO_LINES = '{}';

/** What each member has by each bonus, from lines in any order: a place for each line, whatever the number of bonuses is. */
class LinesOfMembers {
  private readonly pieces: readonly Readonly<LineColumns>[];
  private readonly pieceLength: number;
  /** The lines of member m are `lines[start[m]]` up to `start[m + 1]`, in their order. */
  private readonly start: Int32Array;
  private readonly lines: Int32Array;
  private readonly names: readonly string[];
  private readonly sums: Float64Array;
  private readonly minor: number;

  constructor(
    lines: Lines,
    plan: Plan,
    { members, currencyDigits }: { readonly members: { readonly uid: Float64Array }; readonly currencyDigits: number },
  ) {
    this.pieces = lines.pieces;
    this.pieceLength = this.pieces[0]?.bonus.length ?? 1;
    this.minor = currencyDigits;
    // Ids have no characters that JSON would escape.
    this.names = [...plan.bonuses.map(({ id }) => id), CAP_NAME, CLAWBACK_NAME].map((name) => `"${name}":`);
    this.sums = new Float64Array(this.names.length);
    this.start = this.starts(members.uid.length);
    this.lines = this.sorted(lines.length);
  }

  /** The sums of a member's lines by the names of bonuses, as JSON. */
  sumsOf(member: number): string {
    const first = this.start[member]!;
    const end = this.start[member + 1]!;
    if (first === end) return NO_LINES;
    const { sums } = this;
    for (let index = first; index < end; index += 1) {
      const line = this.lines[index]!;
      const piece = this.pieces[Math.floor(line / this.pieceLength)]!;
      const at = line % this.pieceLength;
      sums[this.numberOf(piece.bonus[at]!)]! += piece.amount[at]!;
    }
    let json = '';
    for (let number = 0; number < sums.length; number += 1) {
      const sum = sums[number]!;
      if (sum === 0) continue;
      json += `${json === '' ? '{' : ','}${this.names[number]!}${decimalText(sum, this.minor)}`;
      sums[number] = 0;
    }
    return json === '' ? NO_LINES : `${json}}`;
  }

  private numberOf(bonus: number): number {
    if (bonus === CAP) return this.names.length - 2;
    return bonus === CLAWBACK ? this.names.length - 1 : bonus;
  }

  private starts(members: number): Int32Array {
    const start = new Int32Array(members + 1);
    for (const { length, payee } of this.pieces) for (let at = 0; at < length; at += 1) start[payee[at]! + 1]! += 1;
    for (let member = 0; member < members; member += 1) start[member + 1]! += start[member]!;
    return start;
  }

  private sorted(count: number): Int32Array {
    const next = this.start.slice();
    const sorted = new Int32Array(count);
    let line = 0;
    for (const { length, payee } of this.pieces) {
      for (let at = 0; at < length; at += 1) {
        sorted[next[payee[at]!]!] = line;
        next[payee[at]!]! += 1;
        line += 1;
      }
    }
    return sorted;
  }
}

/**
 * A whole number of minor units as a decimal.
 * @param digits of the currency
 */
function decimalText(value: number, digits: number): string {
  if (digits === 0) return String(value);
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
