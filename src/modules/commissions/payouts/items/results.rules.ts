import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { fixed, toFixed, type Fixed } from '#common/money/fixed.js';
import { amountText, decimal } from '#common/money/decimal.js';
import { exactNumber } from '#common/money/exact-json.js';
import { validateDecimal, validateText } from '#common/validation/index.js';
import type { PayoutItem } from '../payouts.entity.js';
import type { Marking } from './items.rules.js';

/** What may be wrong with a row of a bank’s file, the first that holds. */
export const ROW_PROBLEMS = ['invalid', 'unknown', 'repeated', 'other_amount', 'marked_otherwise'] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** Columns of CSV that must be there, and those that may. */
const REQUIRED_COLUMNS = ['reference', 'result', 'amount'];
const RESULT_COLUMNS = [...REQUIRED_COLUMNS, 'reason', 'transfer'];

/** Most characters of the header that an error shows. */
const SHOWN_HEADER = 200;

/** A header without a column that every row needs. */
export const MISSING_COLUMNS = failure(COMMISSIONS.missing_columns, {
  field: 'detail',
  example: { missing: 'reference', found: 'Ref, Result, Amount' },
});

const MAX_REFERENCE = 200;
const MAX_REASON = 500;

/** A row of the file as it was read; `mark` is missing where it says nothing that could be marked. */
export interface ResultRow {
  readonly line: number;
  /** As the file has it, cut. */
  readonly reference: string;
  readonly mark?: Marking & { readonly amount: Fixed };
  readonly problem?: string;
  readonly isUnknown?: true;
}

/** What happened to a row. */
export interface RowOutcome {
  readonly row: ResultRow;
  readonly outcome: 'marked' | 'same' | RowProblem;
  readonly message?: string;
}

/** The reference of a transfer, which files for banks have and their results repeat: payout 12, item 101. */
export function transferReference(payoutId: number, itemId: number): string {
  return `P${payoutId}-${itemId}`;
}

/**
 * The fields of columns, whose names may be in any case.
 * @throws AppError VALIDATION if a required one is missing
 */
export function resultColumns(header: readonly string[]): string[] {
  const names = header.map((name) => {
    const field = RESULT_COLUMNS.find((one) => one === name.toLowerCase());
    return field === undefined || header.includes(field) ? name : field;
  });
  const missing = REQUIRED_COLUMNS.filter((one) => !names.includes(one)).join(', ');
  if (missing === '') return names;
  const found = header.filter((name) => name !== '').join(', ');
  throw AppError.of(MISSING_COLUMNS, { missing, found: found.slice(0, SHOWN_HEADER) });
}

const AMOUNT = /^-?(?:0|[1-9]\d*)(?:([.,])(\d+))?$/;

/** The number of an amount in CSV, `1277.45` or `1277,45`; as it was where a mark may stand between thousands. */
function amountOf(amount: unknown, digits: number): unknown {
  if (typeof amount !== 'string') return amount;
  const [text, mark, decimals] = AMOUNT.exec(amount.trim()) ?? [];
  if (text === undefined || (decimals?.length === 3 && (mark === ',' || digits < 3))) return amount;
  return exactNumber(text.replace(',', '.'));
}

const TRANSFER = /^(?:P(\d{1,15})-)?(\d{1,15})$/i;

/**
 * Reads a row: `reference` of the transfer (or the id of the item), `result` (`paid` or `failed`), `amount`, `reason` of one that
 * failed, and optionally `transfer`, the bank’s own number of one that was paid.
 * @param digits decimals of the currency
 */
export function toResultRow(
  payoutId: number,
  line: number,
  given: Readonly<Record<string, unknown>>,
  digits: number,
): ResultRow {
  const record: Readonly<Record<string, unknown>> = { ...given, amount: amountOf(given.amount, digits) };
  const { reference, result, amount, reason, transfer } = record;
  const shown = typeof reference === 'string' ? reference.slice(0, MAX_REFERENCE) : '';
  const problem = problemOf(record);
  if (problem !== undefined) return { line, reference: shown, problem };
  const [, payout, item] = TRANSFER.exec((reference as string).trim()) ?? [];
  if (item === undefined || (payout !== undefined && Number(payout) !== payoutId))
    return { line, reference: shown, isUnknown: true };
  const id = Number(item);
  const isPaid = (result as string).trim().toLowerCase() === 'paid';
  const told = typeof transfer === 'string' ? transfer.trim() : transferReference(payoutId, id);
  const mark = {
    id,
    status: isPaid ? ('paid' as const) : ('failed' as const),
    reference: isPaid ? told : null,
    reason: isPaid ? null : (reason as string).trim(),
    amount: toFixed(decimal(amount as number)),
  };
  return { line, reference: shown, mark };
}

function problemOf({
  reference,
  result,
  amount,
  reason,
  transfer,
}: Readonly<Record<string, unknown>>): string | undefined {
  const text = (name: string, value: unknown, max: number): string | undefined => {
    const problem = value === undefined ? 'is required' : validateText(value, { max });
    return problem === undefined ? undefined : `${name} ${problem}`;
  };
  const word = typeof result === 'string' ? result.trim().toLowerCase() : undefined;
  const checks = [
    text('reference', reference, MAX_REFERENCE),
    word === 'paid' || word === 'failed' ? undefined : 'result must be paid or failed',
    amount === undefined ? 'amount is required' : undefined,
  ];
  if (typeof amount === 'string')
    checks.push('amount must be a number such as 1277.45, with nothing between thousands');
  const amountProblem = amount === undefined ? undefined : validateDecimal(amount);
  checks.push(amountProblem === undefined ? undefined : `amount ${amountProblem}`);
  if (word === 'failed') checks.push(text('reason', reason, MAX_REASON));
  if (transfer !== undefined) checks.push(text('transfer', transfer, MAX_REFERENCE));
  return checks.find((one) => one !== undefined);
}

type KnownItem = Pick<PayoutItem, 'id' | 'amount' | 'status'>;

/**
 * What happens to each row. An item that the file marks as it is marked already stays as it is, whatever its reference.
 * @param digits decimals of the currency
 */
export function outcomesOf(rows: readonly ResultRow[], items: readonly KnownItem[], digits: number): RowOutcome[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<number>();
  return rows.map((row): RowOutcome => {
    if (row.problem !== undefined) return { row, outcome: 'invalid', message: row.problem };
    const item = row.mark === undefined ? undefined : byId.get(row.mark.id);
    if (row.mark === undefined || item === undefined)
      return { row, outcome: 'unknown', message: 'this payout has no transfer with this reference' };
    if (seen.has(item.id)) return { row, outcome: 'repeated', message: 'an earlier row has the same reference' };
    seen.add(item.id);
    if (row.mark.amount !== fixed(item.amount))
      return { row, outcome: 'other_amount', message: `the amount of the item is ${amountText(item.amount, digits)}` };
    if (item.status === 'pending') return { row, outcome: 'marked' };
    return item.status === row.mark.status
      ? { row, outcome: 'same' }
      : { row, outcome: 'marked_otherwise', message: `the item is ${item.status} already` };
  });
}
