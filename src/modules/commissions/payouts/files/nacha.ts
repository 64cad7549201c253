import { fixed, type Fixed } from '#common/money/fixed.js';
import type { PayoutAccount } from '../details/payout-details.js';
import { transferReference } from '../items/results.rules.js';
import { nameOf, type TransferFile, type Transfer } from './transfers.js';

/** A cent, in ten-thousandths of a dollar. */
const CENT = 100n;
const MOST: Fixed = fixed('99999999.99');

const RECORD_LENGTH = 94;
/** Records of a block: a file is whole blocks. */
const BLOCKING_FACTOR = 10;
const FILLER = '9'.repeat(RECORD_LENGTH);

/** What the rules ask of credits that are pay, since March 2026; commissions are. */
const DESCRIPTION = 'PAYROLL';

/** Credits only. */
const SERVICE_CLASS = '220';
/** Credits to checking and to savings accounts. */
const TRANSACTION_CODES = { checking: '22', savings: '32' } as const;
const FILE_ID_MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Modifiers set aside for each payout: so many parts share none with the next payout. */
const PARTS_APART = 5;
const MAX_REFERENCE = 15;
/** Date and time on a clock in New York, as ISO 8601 writes them but for the space. */
const NEW_YORK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Whether an account can be paid by ACH: with a routing number whose check digit is right. */
export function isPayableByAch(
  account: PayoutAccount | undefined,
): account is PayoutAccount & { routing_number: string; account_number: string } {
  const { routing_number: routing, account_number: number, account_type: type } = account ?? {};
  return (
    isRoutingNumber(routing) &&
    typeof number === 'string' &&
    /^(?=.*[A-Za-z0-9])[A-Za-z0-9-]{1,17}$/.test(number) &&
    Object.hasOwn(TRANSACTION_CODES, type ?? 'checking')
  );
}

/** Whether NACHA files can pay from an account: its bank knows the company by an id, and not by the number of the account. */
export function isPayerByAch(
  account: PayoutAccount | undefined,
): account is PayoutAccount & { routing_number: string; company_id: string } {
  const { routing_number: routing, company_id: company } = account ?? {};
  return (
    isRoutingNumber(routing) && typeof company === 'string' && /^(?=.*[A-Za-z0-9])[A-Za-z0-9 -]{1,10}$/.test(company)
  );
}

/** Whether an entry can have an amount: whole cents, at most 99,999,999.99. */
export function isAchAmount(amount: Fixed): boolean {
  return amount > 0n && amount <= MOST && amount % CENT === 0n;
}

/** Of nine digits, of which the last follows from the others; that of no bank begins with `00`. An extension may give anything. */
function isRoutingNumber(text: unknown): text is string {
  if (typeof text !== 'string' || !/^(?!00)\d{9}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3]!, 0);
  return sum % 10 === 0;
}

/**
 * A NACHA file of ACH credits to people (PPD): one batch, without an entry that takes the sum from the payer's
 * account, which its bank books. The effective entry date is the next weekday; if that is a holiday, banks settle on the next
 * banking day. Days are those of New York, by which ACH works.
 * @param file its payer is one by {@link isPayerByAch}
 * @param transfers payable ones, at least one
 * @throws Error for a sum that the format has no room for
 */
export function nachaOf({ payoutId, part, payer, at }: TransferFile, transfers: readonly Transfer[]): string {
  const local = new Date(`${NEW_YORK.format(at).replace(' ', 'T')}Z`);
  const routing = payer.routing_number!;
  const company = payer.company_id!;
  const originatingBank = routing.slice(0, 8);
  const [day, time] = [dayOf(local), local.toISOString().slice(11, 16).replace(':', '')];
  const batchNumber = digits(part, 7);
  const payerName = nameOf(payer.holder);
  const fileHeader = [
    '101',
    ` ${routing}`,
    // An immediate origin of nine digits has a space before it.
    company.padStart(10),
    day + time,
    // With the time, it tells files of one day apart; a file that is made again has the same.
    FILE_ID_MODIFIERS[(payoutId * PARTS_APART + part - 1) % FILE_ID_MODIFIERS.length]!,
    '094101',
    text(payer.bank_name === undefined ? '' : nameOf(payer.bank_name), 23),
    text(payerName, 23),
    text(`P${payoutId}-${part}`, 8),
  ].join('');
  const batchHeader = [
    `5${SERVICE_CLASS}`,
    text(payerName, 16),
    text('', 20),
    company.padEnd(10),
    'PPD',
    text(DESCRIPTION, 10),
    day,
    dayOf(nextWeekday(local)),
    text('', 3),
    `1${originatingBank}`,
    batchNumber,
  ].join('');
  const entries = transfers.map(({ id, place, amount, account }) =>
    [
      `6${TRANSACTION_CODES[account.account_type ?? 'checking']}`,
      account.routing_number!,
      text(account.account_number!, 17),
      digits(fixed(amount) / CENT, 10),
      text(referenceOf(payoutId, id), MAX_REFERENCE),
      text(nameOf(account.holder), 22),
      text('', 2),
      '0',
      originatingBank,
      digits(place, 7),
    ].join(''),
  );
  const sum = transfers.reduce((total, { amount }) => total + fixed(amount), 0n) / CENT;
  // The last ten digits of the sum of the first eight digits of each entry's routing number.
  const entryHash =
    transfers.reduce((total, { account }) => total + Number(account.routing_number!.slice(0, 8)), 0) % 10 ** 10;
  const totals = [digits(entryHash, 10), digits(0, 12), digits(sum, 12)].join('');
  const batchControl = [
    `8${SERVICE_CLASS}`,
    digits(transfers.length, 6),
    totals,
    company.padEnd(10),
    text('', 25),
    originatingBank,
    batchNumber,
  ].join('');
  const blocks = Math.ceil((entries.length + 4) / BLOCKING_FACTOR);
  const fileControl = ['9', digits(1, 6), digits(blocks, 6), digits(transfers.length, 8), totals, text('', 39)].join(
    '',
  );
  const records = [fileHeader, batchHeader, ...entries, batchControl, fileControl];
  while (records.length < blocks * BLOCKING_FACTOR) records.push(FILLER);
  if (records.some((record) => record.length !== RECORD_LENGTH))
    throw new Error('an amount or number is too long for a NACHA file');
  return `${records.join('\r\n')}\r\n`;
}

/** What results name; the id of the item alone, where both are too long. */
function referenceOf(payoutId: number, item: number): string {
  const reference = transferReference(payoutId, item);
  return reference.length > MAX_REFERENCE ? String(item) : reference;
}

function text(value: string, length: number): string {
  return value.slice(0, length).padEnd(length);
}

/** Longer numbers stay as they are: the record is too long then. */
function digits(value: number | bigint, length: number): string {
  return String(value).padStart(length, '0');
}

/** Such as `261201`. */
function dayOf(at: Date): string {
  return at.toISOString().slice(2, 10).replaceAll('-', '');
}

function nextWeekday(at: Date): Date {
  const next = new Date(at);
  do next.setUTCDate(next.getUTCDate() + 1);
  while (next.getUTCDay() % 6 === 0);
  return next;
}
