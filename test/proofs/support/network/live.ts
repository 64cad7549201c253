import type { Tables, Tree } from './evidence.js';

/** Figures of a member in a tree, as it should be: volumes are points, in whole ten-thousandths. */
export interface Figures {
  uid: number;
  parent: number | null;
  leg: number | null;
  kind: string;
  status: string;
  personal: number;
  group: number;
  /** How many stand below in all. */
  members: number;
}

/** Figures of a tree by uid. */
export type TreeFigures = ReadonlyMap<number, Figures>;

/**
 * Figures of everybody in a tree, calculated the simplest way: the volume of each member is added to each who stands above.
 * Who is not placed counts in the placement tree as the nearest placed sponsor above.
 * @param from the open period's first instant
 * @param to the first instant after it
 */
export function calculate(tables: Tables, tree: Tree, { from, to }: { from: number; to: number }): TreeFigures {
  const open = (of: Tree): Map<number, { parent: number | null; leg: number | null }> =>
    new Map(tables.edges.filter((edge) => edge.tree === of && edge.to === null).map((edge) => [edge.uid, edge]));
  const sponsors = open('sponsor');
  const stands = open(tree);
  const states = new Map(tables.states.filter((state) => state.to === null).map((state) => [state.uid, state]));
  const personal = new Map<number, number>();
  for (const { uid, at, volumes } of tables.ledger)
    if (at >= from && at < to) personal.set(uid, (personal.get(uid) ?? 0) + volumes[1]);
  const figures = new Map<number, Figures>();
  for (const [uid, { parent, leg }] of stands) {
    const { kind, status } = states.get(uid)!;
    figures.set(uid, { uid, parent, leg, kind, status, personal: personal.get(uid) ?? 0, group: 0, members: 0 });
  }
  for (const { uid } of tables.members) {
    // A cycle, which somebody else finds, has no top.
    const met = new Set<number>();
    let at: number | null = uid;
    while (at !== null && !figures.has(at) && !met.has(at)) {
      met.add(at);
      at = sponsors.get(at)?.parent ?? null;
    }
    for (met.clear(); at !== null && !met.has(at); at = figures.get(at)?.parent ?? null) {
      met.add(at);
      const above = figures.get(at);
      if (above === undefined) break;
      above.group += personal.get(uid) ?? 0;
      if (at !== uid && figures.has(uid)) above.members += 1;
    }
  }
  return figures;
}
