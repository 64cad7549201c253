import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { childrenQuery, type Tree } from '../network.queries';
import type { Branch } from './rows';
import { CHILDREN_PAGE, type Open } from './walk';

interface Branches {
  branchOf: (uid: number) => Branch;
  retry: (uid: number) => void;
}

/**
 * Reads the members below those that are open.
 * @param sought by parent, a child that is shown whichever page it is on
 */
export function useBranches(tree: Tree, open: Open, sought: ReadonlyMap<number, number>): Branches {
  const pages = useMemo(
    () => [...open].flatMap(([uid, count]) => Array.from({ length: count }, (_, page) => ({ uid, page }))),
    [open],
  );
  const answers = useQueries({
    queries: pages.map(({ uid, page }) =>
      childrenQuery(uid, { tree, limit: CHILDREN_PAGE, offset: page * CHILDREN_PAGE }),
    ),
  });
  const branches = new Map<number, Branch>();
  for (const [index, { uid }] of pages.entries()) {
    const { data, isError } = answers[index]!;
    const known = branches.get(uid);
    branches.set(uid, {
      children: [...(known?.children ?? []), ...(data?.results ?? [])],
      count: data?.count ?? known?.count,
      sought: undefined,
      hasFailed: (known?.hasFailed ?? false) || (isError && data === undefined),
    });
  }
  const missing = [...sought].filter(([parent, child]) => {
    const branch = branches.get(parent);
    return branch?.count !== undefined && !branch.children.some(({ uid }) => uid === child);
  });
  const found = useQueries({
    queries: missing.map(([parent, child]) => childrenQuery(parent, { tree, child_uid: child })),
  });
  for (const [index, [parent]] of missing.entries()) {
    branches.set(parent, { ...branches.get(parent)!, sought: found[index]!.data?.results[0] });
  }
  const retry = useCallback(
    (uid: number) => {
      for (const [index, page] of pages.entries()) if (page.uid === uid) void answers[index]!.refetch();
    },
    [pages, answers],
  );
  return { branchOf: (uid) => branches.get(uid) ?? NOTHING, retry };
}

const NOTHING: Branch = { children: [], count: undefined, sought: undefined, hasFailed: false };
