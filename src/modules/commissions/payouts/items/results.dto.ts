import { fixed, fixedNumber } from '#common/money/fixed.js';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { BooleanField } from '#common/validation/index.js';
import { PayoutSumView } from '../payouts.dto.js';
import type { Mark } from './items.dto.js';
import { ROW_PROBLEMS, type RowOutcome, type RowProblem } from './results.rules.js';

/** Most rows that a report lists; it counts all. */
const LISTED_ROWS = 1_000;

/** Query of `POST payouts/:id/results`. */
export class ResultsQuery {
  @BooleanField({ optional: true, description: 'only report what it would do', example: true }) dry_run?: boolean;

  @BooleanField({
    optional: true,
    description: 'mark the rows that match, though others do not; default: mark none then',
    example: false,
  })
  matching_only?: boolean;
}

/** A row of a bank’s file that marks nothing. */
export class UnmatchedRowView {
  @IntegerProperty(17, 'in the file, from 1; the header counts') line!: number;
  @TextProperty('P12-999', 'as the file has it') reference!: string;

  @ChoiceProperty(
    ROW_PROBLEMS,
    'unknown',
    'a value is missing or wrong; the payout has no such item; an earlier row is about it; its amount is another; it is marked otherwise',
  )
  problem!: RowProblem;

  @TextProperty('this payout has no transfer with this reference') message!: string;
}

/** What a bank’s file has marked, or would mark. See docs/spec/commissions.md#5. */
export class PayoutResultsView {
  @BooleanProperty(true) dry_run!: boolean;
  @BooleanProperty(false, 'whether it was written; not if a row does not match') written!: boolean;
  @IntegerProperty(3, 'of the file') rows!: number;

  @ObjectProperty(PayoutSumView, 'marked, or to be marked', { example: { items: 1, amount: 125.5 } })
  paid!: PayoutSumView;

  @ObjectProperty(PayoutSumView, 'marked, or to be marked', { example: { items: 0, amount: 0 } })
  failed!: PayoutSumView;

  @IntegerProperty(1, 'marked so before') unchanged!: number;
  @IntegerProperty(1, 'rows that do not match') unmatched!: number;
  @ListProperty(UnmatchedRowView, `the first ${LISTED_ROWS} of them`) problems!: UnmatchedRowView[];

  @ObjectProperty(PayoutSumView, 'neither paid nor failed, in the whole payout, after the marks of this file', {
    example: { items: 16, amount: 1125 },
  })
  left!: PayoutSumView;
}

/**
 * @param outcomes of all rows
 * @param pending what is neither paid nor failed before these marks
 * @param options.isWritten whether the marks are written; a dry run and a refused file have none
 */
export function toResultsView(
  outcomes: readonly RowOutcome[],
  pending: { items: number; amount: string },
  { isDryRun, isWritten }: { isDryRun: boolean; isWritten: boolean },
): PayoutResultsView {
  const marked = outcomes.filter(({ outcome }) => outcome === 'marked').map(({ row }) => row.mark!);
  const sumOf = (status: Mark) => {
    const of = marked.filter((mark) => mark.status === status);
    return { items: of.length, amount: of.reduce((sum, { amount }) => sum + amount, 0n) };
  };
  const [paid, failed] = [sumOf('paid'), sumOf('failed')];
  const unmatched = outcomes.filter(({ outcome }) => outcome !== 'marked' && outcome !== 'same');
  const view = ({ items, amount }: typeof paid): PayoutSumView => ({ items, amount: fixedNumber(amount) });
  const settled = isDryRun || isWritten ? marked : [];
  return {
    dry_run: isDryRun,
    written: isWritten,
    rows: outcomes.length,
    paid: view(paid),
    failed: view(failed),
    unchanged: outcomes.filter(({ outcome }) => outcome === 'same').length,
    unmatched: unmatched.length,
    problems: unmatched
      .slice(0, LISTED_ROWS)
      .map(({ row, outcome, message }) => ({
        line: row.line,
        reference: row.reference,
        problem: outcome as RowProblem,
        message: message!,
      })),
    left: view({
      items: pending.items - settled.length,
      amount: settled.reduce((sum, { amount }) => sum - amount, fixed(pending.amount)),
    }),
  };
}
