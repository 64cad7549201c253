import type { Tree } from '../network.queries';

/** How a tree is drawn. */
export type Form = 'chart' | 'list' | 'table';

/** What the address of the tree's page says, apart from how somebody walks in it. */
export interface TreeAddress {
  tree: Tree;
  /** The uid of the member at the top. */
  root?: number | undefined;
  /** The uid of the member to find. */
  to?: number | undefined;
  form?: Form | undefined;
}

/** The address of a tree. */
export function treePath({ tree, root, to, form }: TreeAddress): string {
  const params = new URLSearchParams({ tree });
  if (root !== undefined) params.set('root', String(root));
  if (to !== undefined) params.set('to', String(to));
  if (form !== undefined) params.set('view', form);
  return `/network/tree?${params.toString()}`;
}
