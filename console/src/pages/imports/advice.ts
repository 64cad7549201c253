import { t } from '../../i18n/t';

/** What to do about a problem, by the kind of import (any if it is not named) and what the service says. */
const ADVICE: readonly { kind?: string; field?: string; message: RegExp; advice: string }[] = [
  {
    kind: 'volumes',
    field: 'username',
    message: /^is no member/,
    advice: t('Correct the name, or import this member first.'),
  },
  { message: /^is in line \d+ too/, advice: t('Remove one of the two rows, or correct the one that is wrong.') },
  { message: /before the member came/, advice: t('Correct the date, or the date of enrolment of the member.') },
  { message: /later than this member/, advice: t('One of the two dates of enrolment is wrong: sponsors come first.') },
  { message: /in the future/, advice: t('Correct the date. Check whether day and month are the wrong way round.') },
  { message: /period that is posted/, advice: t('The period is closed. Give the row a date in the open period.') },
  {
    field: 'takes_back',
    message: /^is no row/,
    advice: t('No row has this external_id, in the ledger or in this file.'),
  },
  {
    field: 'takes_back',
    message: /.*/,
    advice: t('Correct which row it takes back: an earlier one of the same member.'),
  },
  { message: /must not be above 0/, advice: t('A row that takes another one back is negative: put a minus in front.') },
  {
    message: /neither a member nor in the file/,
    advice: t('Correct the name, or add a row for that member to the file.'),
  },
  {
    message: /customers sponsor no distributors/,
    advice: t('Name another sponsor, or make the sponsor a distributor.'),
  },
  {
    message: /no placement tree/,
    advice: t('Choose a placement tree in the network settings, or empty both columns.'),
  },
  {
    field: 'placement_leg',
    message: /taken/,
    advice: t('A leg has room for one member: choose another leg or parent.'),
  },
  { message: /is taken/, advice: t('Somebody else has it already: choose another one.') },
  { field: 'kind', message: /must be one of/, advice: t('Write one of these words exactly as shown here.') },
  {
    field: 'status',
    message: /must be one of/,
    advice: t('Write one of these words exactly as shown here. Empty means active.'),
  },
  { message: /is required with/, advice: t('Fill in both columns, or neither.') },
  {
    field: 'placement_parent',
    message: /only for distributors/,
    advice: t('Empty both placement columns of this row.'),
  },
  { message: /is required/, advice: t('Fill this column in.') },
  { message: /not valid CSV/, advice: t('Check the quotation marks in this line and in the one before.') },
  { message: /not valid UTF-8/, advice: t('Save the file as UTF-8.') },
  { message: /not valid JSON|JSON object/, advice: t('Write one JSON object per line.') },
  { message: /instant|date/, advice: t('Write dates as 2024-03-31, or 2024-03-31T09:30:00Z.') },
  {
    message: /number|decimals|digits/,
    advice: t('Write numbers with a point and without thousands separators: 1234.5.'),
  },
];

/**
 * What to do about a problem of a row.
 * @param kind of the import
 * @param message as the service says it
 */
export function adviceOn(kind: string, field: string, message: string): string {
  const found = ADVICE.find(
    (one) => (one.kind ?? kind) === kind && (one.field ?? field) === field && one.message.test(message),
  );
  return found?.advice ?? t('Correct this column, and send the file again.');
}
