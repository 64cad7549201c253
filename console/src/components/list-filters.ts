import type { ReactNode } from 'react';
import { formatDate, formatDay, formatNumber } from './format';
import { t } from '../i18n/t';

/** A value that can be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Named {
  /** In the URL and of the API. */
  readonly name: string;
  readonly label: string;
}

/** What another kind of filter is: how its value is shown, and set. */
interface OwnFilter extends Named {
  readonly kind: 'own';
  /** Values that can be meant; all, unless it says. */
  readonly accepts?: RegExp;
  readonly told: (value: string) => ReactNode;
  readonly input: (value: string | undefined, set: (value: string | null) => void) => ReactNode;
}

/** A filter of a list. */
export type ListFilter =
  | (Named & { readonly kind: 'choice'; readonly choices: readonly Choice[] })
  | (Named & { readonly kind: 'text' })
  | (Named & { readonly kind: 'person' })
  | (Named & { readonly kind: 'date' })
  /** A point in time, told in the user's time zone and kept in ISO 8601. */
  | (Named & { readonly kind: 'time' })
  /** The first and the last day, or times of them, in the user's time zone; either may be left out. */
  | { readonly kind: 'days' | 'times'; readonly label: string; readonly names: readonly [from: string, to: string] }
  /** The least and the most; either may be left out, and some lists know only the least. */
  | { readonly kind: 'amounts'; readonly label: string; readonly names: readonly [least: string, most?: string] }
  | OwnFilter;

/** The parameters of a filter in the URL. */
export function namesOf(filter: ListFilter): readonly string[] {
  return 'names' in filter ? [...filter.names].filter((name): name is string => name !== undefined) : [filter.name];
}

/** The days of filters as they are in the URL. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight of a day in the user's time zone, or so many days later; times are taken as they are. */
export function midnightOf(day: string, later = 0): string | undefined {
  if (!DAY.test(day)) return Number.isNaN(Date.parse(day)) ? undefined : new Date(day).toISOString();
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + later).toISOString();
}

/** What a filter asks of the API. What cannot be meant is left out. */
export function queryOf(
  filter: ListFilter,
  values: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const given = namesOf(filter).flatMap((name, at): [string, unknown][] => {
    const value = values[name];
    if (value === undefined) return [];
    if (filter.kind === 'days' || filter.kind === 'times') return [[name, midnightOf(value, at)]];
    if (filter.kind === 'time') return [[name, midnightOf(value)]];
    if (filter.kind === 'choice') return [[name, filter.choices.find((one) => one.value === value)?.value]];
    if (filter.kind === 'person') return [[name, /^\d{1,15}$/.test(value) ? Number(value) : undefined]];
    if (filter.kind === 'amounts') return [[name, Number.isFinite(Number(value)) ? Number(value) : undefined]];
    if (filter.kind === 'own') return [[name, filter.accepts?.test(value) === false ? undefined : value]];
    return [[name, value]];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** What a filter narrows a list to, in words; undefined if it does not. Filters by person, and kinds of a page's own, show it
 * themselves. */
export function toldOf(
  filter: ListFilter,
  values: Readonly<Record<string, string | undefined>>,
): ReactNode | undefined {
  const [first, last] = namesOf(filter).map((name) => values[name]);
  if (first === undefined && last === undefined) return undefined;
  switch (filter.kind) {
    case 'choice':
      return filter.choices.find(({ value }) => value === first)?.label;
    case 'days':
    case 'times':
      return rangeOf(first && dayOf(first), last && dayOf(last), t('from'), t('until'));
    case 'amounts':
      return rangeOf(
        first && formatNumber(Number(first)),
        last && formatNumber(Number(last)),
        t('at least'),
        t('at most'),
      );
    case 'date':
      return formatDay(first!);
    case 'time': {
      const instant = midnightOf(first!);
      return instant === undefined ? first : formatDate(instant);
    }
    case 'own':
      return filter.told(first!);
    default:
      return first;
  }
}

function dayOf(text: string): string {
  if (DAY.test(text)) return formatDay(text);
  return Number.isNaN(Date.parse(text)) ? text : formatDate(text);
}

function rangeOf(first: string | undefined, last: string | undefined, from: string, to: string): string {
  if (first === undefined) return `${to} ${last}`;
  if (last === undefined) return `${from} ${first}`;
  return first === last ? first : `${first} – ${last}`;
}
