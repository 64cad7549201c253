import type { TupleWriter } from '#common/database/tuple-writer.js';
import { KIND, NOBODY, NO_RANK, NOT_PLACED, STATUS } from '../../engine/index.js';
import { LinesOfMembers } from './lines-of-members.js';
import type { ResultTuples, RunResult } from './result-writer.js';
import { encoded, words } from './texts.js';

const VOLUME_DECIMALS = 4;

/** The members of a run as rows: where they stood, their measures, ranks and what they earned. */
export class MemberTuples implements ResultTuples {
  readonly table = 'commission_members';
  readonly columns = [
    'run_id',
    'uid',
    'kind',
    'status',
    'enrolled_at',
    'sponsor_uid',
    'parent_uid',
    'leg',
    'is_placed',
    'active',
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
  ];
  private readonly kinds = words(KIND);
  private readonly statuses = words(STATUS);
  private readonly ranks: readonly Uint8Array[];

  constructor(private readonly result: RunResult) {
    this.ranks = encoded(result.run.document.ranks.map(({ name }) => name));
  }

  *write(writer: TupleWriter): Iterable<void> {
    const { run, read, outcome } = this.result;
    const earned = outcome.lines.sums();
    const lines = new LinesOfMembers(outcome.lines, run.document, read.input);
    for (let member = 0; member < earned.length; member += 1) {
      writer.begin();
      this.standing(writer, member);
      this.ranksOf(writer, member);
      this.volumes(writer, member);
      writer.numeric(earned[member]!, read.input.currencyDigits);
      writer.jsonb(lines.sumsOf(member));
      if (writer.end()) yield;
    }
  }

  private standing(writer: TupleWriter, member: number): void {
    const { run, read, outcome } = this.result;
    const { uid, kind, status, enrolledAt, sponsor, parent, leg } = read.input.members;
    const above = parent[member]!;
    writer.bigint(run.id);
    writer.bigint(uid[member]!);
    writer.text(this.kinds[kind[member]!]!);
    writer.text(this.statuses[status[member]!]!);
    writer.instant(enrolledAt[member]!);
    if (sponsor[member] === NOBODY) writer.null();
    else writer.bigint(uid[sponsor[member]!]!);
    if (above < 0) {
      writer.null();
      writer.null();
    } else {
      writer.bigint(uid[above]!);
      writer.smallint(leg[member]!);
    }
    writer.boolean(above !== NOT_PLACED);
    writer.boolean(outcome.standings.active[member] === 1);
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
}
