import { plainColumn, textColumn, type CsvColumn } from '#common/http/csv-rows.js';
import type { LineRow, MemberRow } from './results.queries.js';

/** The columns of lines. @param types of lines by their bonus */
export function lineColumns(types: ReadonlyMap<string, string>): readonly CsvColumn<LineRow>[] {
  return [
    plainColumn('number', ({ number }) => number),
    plainColumn('uid', ({ uid }) => uid),
    textColumn('username', ({ username }) => username),
    textColumn('bonus', ({ bonus }) => bonus),
    plainColumn('type', ({ bonus }) => types.get(bonus)),
    plainColumn('source_uid', ({ source_uid }) => source_uid),
    textColumn('source_username', ({ source_username }) => source_username),
    plainColumn('level', ({ level }) => level),
    textColumn('rank', ({ rank }) => rank),
    plainColumn('percent', ({ percent }) => plainNumber(percent)),
    plainColumn('base', ({ base }) => plainNumber(base)),
    plainColumn('amount', ({ amount }) => plainNumber(amount)),
    plainColumn('takes_back_run_id', ({ taken_run_id }) => taken_run_id),
    plainColumn('takes_back_period', ({ taken_period }) => taken_period),
    plainColumn('takes_back_number', ({ taken_number }) => taken_number),
    textColumn('takes_back_bonus', ({ taken_bonus }) => taken_bonus),
  ];
}

/** A member whose sums by bonus are read. */
export type SummedMember = MemberRow & { readonly sums: Readonly<Record<string, unknown>> };

/** The columns of members, with one for each of the bonuses. */
export function memberColumns(bonuses: Iterable<string>): readonly CsvColumn<SummedMember>[] {
  return [
    plainColumn('uid', ({ uid }) => uid),
    textColumn('username', ({ username }) => username),
    textColumn('name', ({ name }) => name),
    plainColumn('kind', ({ kind }) => kind),
    plainColumn('status', ({ status }) => status),
    plainColumn('active', ({ active }) => active),
    plainColumn('sponsor_uid', ({ sponsor_uid }) => sponsor_uid),
    plainColumn('own_volume', ({ own_volume }) => plainNumber(own_volume)),
    plainColumn('personal_volume', ({ personal_volume }) => plainNumber(personal_volume)),
    plainColumn('group_volume', ({ group_volume }) => plainNumber(group_volume)),
    plainColumn('commissionable_volume', ({ commissionable_volume }) => plainNumber(commissionable_volume)),
    textColumn('rank', ({ rank }) => rank),
    textColumn('title_before', ({ title_before }) => title_before),
    textColumn('title_rank', ({ title_rank }) => title_rank),
    plainColumn('earned', ({ earned }) => plainNumber(earned)),
    ...[...bonuses].map((bonus) =>
      plainColumn<SummedMember>(`bonuses.${bonus}`, ({ sums }) =>
        Object.hasOwn(sums, bonus) ? JSON.stringify(sums[bonus]) : '0',
      ),
    ),
  ];
}

/** Without zeros at the end. */
function plainNumber(text: string | null): string | null {
  return text?.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
