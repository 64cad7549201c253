import type { Child } from '../network.queries';
import { keyOf, type Open } from './walk';

/** A member as the tree shows it. */
export type TreeMember = Pick<
  Child,
  'uid' | 'username' | 'first_name' | 'last_name' | 'leg' | 'kind' | 'status' | 'title_rank' | 'children'
>;

/** The frontline of a member, as far as it is known. */
export interface Branch {
  /** From the first on. */
  children: readonly TreeMember[];
  /** The total number; undefined while it is unknown. */
  count: number | undefined;
  /** One that is looked for, and comes after these. */
  sought: TreeMember | undefined;
  hasFailed: boolean;
}

interface Place {
  key: string;
  /** From 1 on, as assistive technology counts them. */
  level: number;
  /** Among what is shown of the same parent, from 1 on. */
  position: number;
  siblings: number;
  /** The key of the row above; undefined at the top. */
  parent: string | undefined;
}

/** A line of the tree. */
export type Row = Place &
  (
    | { type: 'member'; member: TreeMember; /** Undefined: there is nothing to open. */ isOpen: boolean | undefined }
    | { type: 'free'; leg: number; /** Below somebody terminated. */ isClosed: boolean }
    | { type: 'more'; uid: number; rest: number }
    | { type: 'failed'; uid: number }
  );

/** What {@link rowsOf} needs. */
export interface Shown {
  root: TreeMember;
  open: Open;
  branchOf: (uid: number) => Branch;
  /** Legs below each whose free places are shown; 0: none. */
  width: number;
}

type Item = Row extends infer One ? (One extends Row ? Omit<One, Exclude<keyof Place, 'key'>> : never) : never;

/** All lines of a tree from its top down, in the order in which they are read. */
export function rowsOf({ root, open, branchOf, width }: Shown): Row[] {
  const rows: Row[] = [];
  const memberItem = (member: TreeMember): Item => ({
    type: 'member',
    key: keyOf(member.uid),
    member,
    isOpen: member.children > 0 || width > 0 ? open.has(member.uid) : undefined,
  });
  const below = (member: TreeMember): Item[] => {
    const { children, count, sought, hasFailed } = branchOf(member.uid);
    const { uid, status } = member;
    if (hasFailed) return [{ type: 'failed', key: `failed.${uid}`, uid }];
    if (count === undefined) return [];
    if (width > 0)
      return Array.from({ length: width }, (_, index): Item => {
        const leg = index + 1;
        const child = children.find((one) => one.leg === leg);
        const isClosed = status === 'terminated';
        return child ? memberItem(child) : { type: 'free', key: `free.${uid}.${leg}`, leg, isClosed };
      });
    const rest = count - children.length;
    return [
      ...children.map(memberItem),
      ...(rest > 0 ? [{ type: 'more' as const, key: `more.${uid}`, uid, rest }] : []),
      ...(sought === undefined ? [] : [memberItem(sought)]),
    ];
  };
  // Without recursion: an open chain may be long.
  const waiting: Row[] = [{ ...memberItem(root), level: 1, position: 1, siblings: 1, parent: undefined }];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    if (row.type !== 'member' || row.isOpen !== true) continue;
    const { key, level, member } = row;
    const items = below(member);
    for (const [index, item] of [...items.entries()].reverse())
      waiting.push({ ...item, level: level + 1, position: index + 1, siblings: items.length, parent: key });
  }
  return rows;
}
