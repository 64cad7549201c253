import type { FoundView } from './search.dto.js';

/** Something that a list has found, with the texts by which it is found exactly. */
export interface Listed extends Omit<FoundView, 'id' | 'details' | 'status' | 'type' | 'exact'> {
  readonly id: string | number;
  /** Those that it has not are left out. */
  readonly details?: readonly (string | null)[];
  readonly status?: string;
  readonly type?: string;
  /** Beside its id and title. */
  readonly names?: readonly (string | null)[];
}

/** @param text that was searched */
export function toFoundView(listed: Listed, text: string): FoundView {
  const { id, title, details = [], status = null, type = null, names = [] } = listed;
  const searched = text.toLowerCase();
  return {
    id: String(id),
    title,
    details: details.filter((detail): detail is string => Boolean(detail)),
    status,
    type,
    exact: [String(id), title, ...names].some((name) => name?.toLowerCase() === searched),
  };
}

/** Of the SKUs of a bundle those that are shown: the ones that were searched, else the first. */
export function shownSkus(skus: readonly string[], text: string): string[] {
  const found = skus.filter((sku) => sku.toLowerCase().includes(text.toLowerCase()));
  return (found.length > 0 ? found : skus).slice(0, 2);
}
