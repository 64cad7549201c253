import { NOBODY, NOT_PLACED, type Members } from './period.js';

/** The two trees of a network. */
export type TreeName = 'sponsor' | 'placement';

/** The members below each, as one list: those of member m are `members[start[m]]` up to `start[m + 1]`. */
export interface Children {
  readonly start: Int32Array;
  readonly members: Int32Array;
}

/**
 * The children of each member, in the order of their positions.
 * @param above the member above each, negative for none
 */
export function childrenOf(above: Int32Array): Children {
  const count = above.length;
  const start = new Int32Array(count + 1);
  for (const parent of above) if (parent >= 0) start[parent + 1]! += 1;
  for (let member = 0; member < count; member += 1) start[member + 1]! += start[member]!;
  const next = start.slice();
  const members = new Int32Array(start[count]!);
  for (let member = 0; member < count; member += 1) {
    const parent = above[member]!;
    if (parent < 0) continue;
    members[next[parent]!] = member;
    next[parent]! += 1;
  }
  return { start, members };
}

/**
 * The order in which everybody comes after the member above, level by level. It costs one pass, whatever the depth.
 * @param above the member above each, negative for none
 * @throws Error if somebody stands above itself
 */
export function sponsorsFirst(above: Int32Array): Int32Array {
  const { start, members } = childrenOf(above);
  const order = new Int32Array(above.length);
  let found = 0;
  for (let member = 0; member < above.length; member += 1) if (above[member]! < 0) order[found++] = member;
  for (let read = 0; read < found; read += 1) {
    const member = order[read]!;
    for (let child = start[member]!; child < start[member + 1]!; child += 1) order[found++] = members[child]!;
  }
  if (found < above.length) throw new Error('a tree of members has a cycle');
  return order;
}

/** A tree over all members. */
export interface Tree {
  /** The member above each, or `NOBODY`. */
  readonly above: Int32Array;
  /** Everybody after the member above; left out where positions are such an order already. */
  readonly order?: Int32Array;
}

/** The sponsor tree. */
export function sponsorTree(sponsor: Int32Array): Tree {
  for (let member = 0; member < sponsor.length; member += 1) {
    if (sponsor[member]! >= member) throw new Error('members must stand after their sponsors');
  }
  return { above: sponsor };
}

/**
 * The placement tree as bonuses see it: who is not placed hangs below the nearest placed sponsor above.
 * @param sponsor sponsors, whose positions are lower
 * @param parent who stands above in the placement tree, `NOBODY` or `NOT_PLACED`
 */
export function placementTree(sponsor: Int32Array, parent: Int32Array): Tree {
  const above = new Int32Array(sponsor.length);
  const placedAbove = new Int32Array(sponsor.length).fill(NOBODY);
  for (let member = 0; member < sponsor.length; member += 1) {
    const upline = sponsor[member]!;
    if (upline >= 0) placedAbove[member] = parent[upline] === NOT_PLACED ? placedAbove[upline]! : upline;
    above[member] = parent[member] === NOT_PLACED ? placedAbove[member]! : parent[member]!;
  }
  return { above, order: sponsorsFirst(above) };
}

/**
 * For each member the nearest one above of whom a condition holds, or `NOBODY`; in one pass from the top.
 * @param holds 1 for those who are looked for
 */
export function nearestAbove(tree: Tree, holds: Uint8Array): Int32Array {
  const { above, order } = tree;
  const nearest = new Int32Array(above.length);
  for (let position = 0; position < above.length; position += 1) {
    const member = order === undefined ? position : order[position]!;
    const next = above[member]!;
    nearest[member] = next < 0 ? NOBODY : holds[next] === 1 ? next : nearest[next]!;
  }
  return nearest;
}

/** Every so many levels of a tree its members name who stands so many levels above. */
const FAR_LEVELS = 256;

/** Who stands far above some of the members, `NOBODY` for all others. */
interface FarAbove {
  readonly sponsor: Int32Array;
  readonly parent: Int32Array;
}

/**
 * Of members whose depth in a tree is a multiple of `levels`, who stands so many levels above. With single steps at the ends a
 * climb by these is short in any tree. In the placement tree who is not placed stands nowhere: such a member has its nearest
 * placed sponsor there, if it has somebody far above in the sponsor tree.
 */
export function farAbove({ sponsor, parent }: Pick<Members, 'sponsor' | 'parent'>, levels = FAR_LEVELS): FarAbove {
  const placement = placementTree(sponsor, parent);
  const ofSponsor = farIn(sponsorTree(sponsor), levels);
  const ofParent = farIn({ ...placement, above: parent }, levels);
  for (let member = 0; member < parent.length; member += 1)
    if (parent[member] === NOT_PLACED && ofSponsor[member] !== NOBODY) ofParent[member] = placement.above[member]!;
  return { sponsor: ofSponsor, parent: ofParent };
}

function farIn(tree: Tree, levels: number): Int32Array {
  const { above, order } = tree;
  const depth = new Int32Array(above.length);
  const isNamed = new Uint8Array(above.length);
  for (let position = 0; position < above.length; position += 1) {
    const member = order === undefined ? position : order[position]!;
    const next = above[member]!;
    depth[member] = next < 0 ? 0 : depth[next]! + 1;
    isNamed[member] = depth[member] % levels === 0 ? 1 : 0;
  }
  return nearestAbove(tree, isNamed).map((far, member) => (isNamed[member] === 1 ? far : NOBODY));
}
