import { useEffect, useRef, type KeyboardEvent, type RefObject, useState } from 'react';
import { useLocation, useNavigation, NavigationType, useNavigationType, useSearchParams } from 'react-router';
import type { Member, NetworkSettings, Tree } from '../network.queries';
import { actOf, typedRow } from './keys';
import { rowsOf, type Row } from './rows';
import { useBranches } from './use-branches';
import { closed, continued, keyOf, opened, type Open, formatOpen, parseOpen, type Walk } from './walk';
import { changedParams } from '#console/components/address';

/** What is shown of a tree. */
export interface TreeShown {
  tree: Tree;
  /** At the top. */
  root: Member;
  /** Who is looked for, and who is above from the root down; none: nobody is. */
  sought: { uid: number; path: readonly number[] } | undefined;
  placement: NetworkSettings['placement'];
}

/** A tree that somebody walks through. */
export interface WalkedTree extends Pick<TreeShown, 'tree' | 'placement'> {
  rows: readonly Row[];
  /** The row that has the focus, or gets it. */
  at: Row;
  /** Whether the children of an open member are still on their way. */
  isLoading: (uid: number) => boolean;
  onClick: (row: Row) => void;
  onToggle: (row: Row) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Of what has the rows. */
  box: RefObject<HTMLDivElement | null>;
}

/** Milliseconds after which a letter begins another name. */
const TYPING_MS = 1_000;

/** Walks through a tree, by mouse and by keys. */
export function useTree({ tree, root, sought, placement }: TreeShown): WalkedTree {
  const path = [...(sought?.path ?? []), ...(sought === undefined ? [] : [sought.uid])];
  const open: Open = new Map([root.uid, ...path.slice(0, -1)].map((uid) => [uid, 1]));
  const [walk, setWalk] = useWalk({ at: keyOf(sought?.uid ?? root.uid), open });
  const pairs = path.slice(1).map((uid, index) => [path[index]!, uid] as const);
  const { branchOf, retry } = useBranches(tree, walk.open, new Map(pairs));
  const top = { ...root, leg: root[tree].position?.leg ?? null, children: branchOf(root.uid).count ?? 1 };
  const width = tree === 'placement' && placement === 'binary' ? 2 : 0;
  const rows = rowsOf({ root: top, open: walk.open, branchOf, width });
  const at = rows.find(({ key }) => key === walk.at) ?? rows[0]!;
  const { box, follow } = useFocus(at, walk.at);
  const typed = useRef({ text: '', time: 0 });

  const go = (key: string, next = walk.open): void => {
    follow(key);
    setWalk({ at: key, open: next });
  };
  const setOpen = (row: Row, isOpen: boolean): void => {
    if (row.type === 'member') go(row.key, (isOpen ? opened : closed)(walk.open, row.member.uid));
  };
  const press = (row: Row): void => {
    if (row.type === 'member' && row.isOpen !== undefined) setOpen(row, !row.isOpen);
    else if (row.type === 'more') {
      // What comes is below the last one that is there.
      const before = rows.filter(({ parent, type }) => parent === row.parent && type === 'member');
      go(before[Math.max(0, row.position - 2)]?.key ?? row.key, continued(walk.open, row.uid));
    } else {
      if (row.type === 'failed') retry(row.uid);
      go(row.key);
    }
  };
  const openSiblings = (row: Row): void => {
    const all = rows.filter(({ parent, level }) => parent === row.parent && level === row.level);
    const uids = all.flatMap((one) => (one.type === 'member' && one.isOpen === false ? [one.member.uid] : []));
    go(row.key, uids.reduce(opened, walk.open));
  };
  const type = (letter: string): void => {
    const isNew = Date.now() - typed.current.time > TYPING_MS;
    typed.current = { text: isNew ? letter : typed.current.text + letter, time: Date.now() };
    const row = typedRow(rows, at, typed.current.text);
    if (row !== undefined) go(row.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(rows, at, event.key);
    if (act === undefined && !/^[\p{L}\p{N}_-]$/u.test(event.key)) return;
    event.preventDefault();
    if (act === undefined) type(event.key);
    else if (act.type === 'focus') go(act.key);
    else if (act.type === 'press') press(act.row);
    else if (act.type === 'siblings') openSiblings(act.row);
    else setOpen(act.row, act.type === 'open');
  };
  return {
    tree,
    placement,
    rows,
    at,
    onKeyDown,
    box,
    isLoading: (uid) => branchOf(uid).count === undefined && !branchOf(uid).hasFailed,
    onClick: (row) => {
      // What is open stays so: a click selects it, the arrow closes it.
      if (row.type === 'member' && row.isOpen !== false) go(row.key);
      else press(row);
    },
    onToggle: press,
  };
}

/** Moves the browser's focus with the walk; where the address leads, it only scrolls, unless a search led there. */
function useFocus(at: Row, wanted: string): { box: RefObject<HTMLDivElement | null>; follow: (key: string) => void } {
  const box = useRef<HTMLDivElement>(null);
  // A key, and not whether: the effect of an earlier rendering may come after a key was pressed, and before its own.
  const following = useRef<string>(undefined);
  const shownFor = useRef<string>(undefined);
  const { key, state } = useLocation() as { key: string; state: { search?: boolean } | null };
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
    if (row === null || row === undefined) return;
    if (following.current === at.key) {
      following.current = undefined;
      shownFor.current = key;
      row.focus();
      return;
    }
    if (shownFor.current === key || at.key !== wanted) return;
    const isFirst = shownFor.current === undefined;
    shownFor.current = key;
    if (state?.search === true) row.focus({ preventScroll: true });
    if (isFirst || state?.search === true) row.scrollIntoView({ block: 'center', inline: 'nearest' });
  });
  return { box, follow: (next) => (following.current = next) };
}

/** Milliseconds after which a step is in the address: browsers refuse to change it at every key that is held down. */
const SETTLED_MS = 250;

/** What of a walk the address has. */
const addressOf = (params: URLSearchParams): string => `${params.get('at') ?? ''}|${params.get('open') ?? ''}`;

/** The same with whom a link leads to. */
const linkOf = (params: URLSearchParams): string => `${addressOf(params)}|${params.get('to') ?? ''}`;

/**
 * Keeps a walk through a tree, also in the address: `?at=12&open=3.12`.
 * @param begin where it begins when the address says nothing
 */
function useWalk(begin: Walk): [Walk, (walk: Walk) => void] {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const isLeaving = useNavigation().state !== 'idle';
  const address = addressOf(params);
  const [walk, setWalk] = useState<Walk | undefined>(() => read(params));
  const link = linkOf(params);
  const [known, setKnown] = useState(link);
  if (link !== known) {
    setKnown(link);
    // By a link, or by Back; what this hook writes replaces.
    if (navigation !== NavigationType.Replace) setWalk(read(params));
  }
  useEffect(() => {
    // What is written while another page is loaded would keep the browser here.
    if (isLeaving || walk === undefined || address === `${walk.at}|${formatOpen(walk.open)}`) return undefined;
    const timer = setTimeout(() => {
      // A link was followed since, and is drawn in a moment: it would lead back to where the walk was.
      if (linkOf(new URLSearchParams(window.location.search)) !== link) return;
      setParams(changedParams({ at: walk.at, open: formatOpen(walk.open) }), {
        replace: true,
        preventScrollReset: true,
      });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [walk, address, link, isLeaving, setParams]);
  return [walk ?? begin, setWalk];
}

function read(params: URLSearchParams): Walk | undefined {
  const [at, open, to] = [params.get('at'), params.get('open'), params.get('to')];
  if (open === null) return undefined;
  return { at: at ?? keyOf(Number(to ?? 0)), open: parseOpen(open) };
}
