import { BooleanField, ChoiceField, IntegerField, TextField } from '#common/validation/index.js';

const BANK_FORMATS = ['csv', 'pain.001', 'nacha'] as const;
export type BankFormat = (typeof BANK_FORMATS)[number];

/** The columns of a CSV file for a bank, in the order in which they are written. */
export const BANK_COLUMNS = [
  'reference',
  'uid',
  'username',
  'name',
  'email',
  'holder',
  'iban',
  'bic',
  'routing_number',
  'account_number',
  'amount',
  'currency_code',
] as const;
export type BankColumn = (typeof BANK_COLUMNS)[number];

/** What `columns` is by itself. */
const USUAL_COLUMNS: readonly BankColumn[] = [
  'reference',
  'holder',
  'iban',
  'bic',
  'routing_number',
  'account_number',
  'amount',
  'currency_code',
];

/** Transfers of one file: banks take no more than some thousands. */
export const TRANSFERS_OF_PART = 5_000;
const MAX_PART = 10_000;

/** Query of `GET payouts/:id/bank-file`. */
export class BankFileQuery {
  @ChoiceField(BANK_FORMATS, {
    optional: true,
    description: 'a CSV file, the default, SEPA credit transfers by ISO 20022, or ACH credits by Nacha',
    example: 'csv',
  })
  format?: BankFormat;

  @TextField({
    optional: true,
    max: 200,
    description: `of a CSV file, separated by commas: ${BANK_COLUMNS.map((name) => `\`${name}\``).join(', ')}; default: \`${USUAL_COLUMNS.join(',')}\``,
    example: 'reference,holder,iban,amount',
  })
  columns?: string;

  @IntegerField({
    optional: true,
    max: MAX_PART,
    description: `of a file of transfers: which ${TRANSFERS_OF_PART} items, by uid; default: the first`,
    example: 1,
  })
  part?: number;

  @BooleanField({
    optional: true,
    description:
      'of a file of transfers: leave out items without an account that can be paid; default: refuse the file',
    example: false,
  })
  payable_only?: boolean;
}

/** The columns that a query names, in the order of {@link BANK_COLUMNS}; undefined if one of them is unknown. */
export function columnsOf(asked: string | undefined): readonly BankColumn[] | undefined {
  if (asked === undefined) return USUAL_COLUMNS;
  const names = asked.split(',').map((name) => name.trim());
  if (names.some((name) => !(BANK_COLUMNS as readonly string[]).includes(name))) return undefined;
  return BANK_COLUMNS.filter((name) => names.includes(name));
}
