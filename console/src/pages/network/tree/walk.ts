/** Children that one request has. */
export const CHILDREN_PAGE = 50;

/** Most members whose being open an address keeps: it must not become too long. */
const MOST_OPEN = 300;

/** Which members are open, and how many pages of the children of each are shown. */
export type Open = ReadonlyMap<number, number>;

/** How somebody has walked through a tree: kept in the address, so that links and Back restore it. */
export interface Walk {
  /** The key of the row that has the focus. */
  at: string;
  open: Open;
}

/** The key of a member's row. */
export const keyOf = (uid: number): string => String(uid);

/** Reads `3.14*2`: 3 is open, and 14 with two pages of its children. */
export function parseOpen(text: string): Open {
  const open = new Map<number, number>();
  for (const part of text.split('.')) {
    const [uid, pages] = part.split('*').map(Number) as [number, number | undefined];
    if (!Number.isSafeInteger(uid) || uid <= 0) continue;
    open.set(uid, Number.isSafeInteger(pages) && pages! > 1 ? pages! : 1);
  }
  return open;
}

/** What {@link parseOpen} reads. Of very many, those that were opened last. */
export function formatOpen(open: Open): string {
  return [...open]
    .slice(-MOST_OPEN)
    .map(([uid, pages]) => (pages === 1 ? String(uid) : `${uid}*${pages}`))
    .join('.');
}

/** With one more that is open. */
export function opened(open: Open, uid: number): Open {
  return open.has(uid) ? open : new Map([...open, [uid, 1]]);
}

/** Without one. */
export function closed(open: Open, uid: number): Open {
  return new Map([...open].filter(([other]) => other !== uid));
}

/** With another page of the children of one. */
export function continued(open: Open, uid: number): Open {
  return new Map([...open].map(([other, pages]) => [other, other === uid ? pages + 1 : pages]));
}

/** An id in an address; undefined if it is not a valid one. */
export function idOf(text: string | null): number | undefined {
  const id = Number(text ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
