import { useShortcut } from './shortcuts/shortcuts';
import type { Selection } from './use-selection';
import { t } from '../i18n/t';

/** The row that has the focus. */
function focused(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
}

function go(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex((row) => row === focused());
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  // What the row is called leads to it; without a link, its box has the focus.
  (next?.querySelector<HTMLElement>('a[href], button') ?? next?.querySelector<HTMLElement>('input'))?.focus();
}

/** The keys that go through the rows of a list and select them. */
export function useRowKeys<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  selection: Selection<Row> | undefined,
): void {
  const pick = (isRange: boolean) => (): void => {
    const key = focused()?.dataset.row;
    const row = rows.find((one) => String(keyOf(one)) === key);
    if (row !== undefined) selection?.set(row, isRange || !selection.has(row), isRange);
  };
  const hasRows = rows.length > 0;
  useShortcut('j', t('Next row'), hasRows ? () => go(1) : undefined);
  useShortcut('k', t('Previous row'), hasRows ? () => go(-1) : undefined);
  useShortcut('x', t('Select the row'), hasRows && selection !== undefined ? pick(false) : undefined);
  useShortcut('X', t('Select up to this row'), hasRows && selection !== undefined ? pick(true) : undefined);
}
