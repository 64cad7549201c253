import type { MemberStatus as Status, Tree as TreeName } from '#network/members/index.js';
import type { MemberKind as Kind } from '#people/users/index.js';

type Numbers = Int32Array | Uint8Array | Uint16Array | Float64Array;

/** The array, or a longer copy if it is shorter than `length`: at least twice as long, so that growing costs O(1) each. */
export function grown<Kind extends Numbers>(array: Kind, length: number): Kind {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => Kind)(Math.max(length, array.length * 2, 64));
  longer.set(array);
  return longer;
}

/** All words of a type, in any order. One that is missing or not of the type does not compile. */
const allOf = <Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] =>
  Object.keys(words) as Word[];

/**
 * The words of trees and members, as numbers count them here. They are those of the rooms that own them, of which only the types
 * are imported: the thread of the live network loads no entities.
 */
export const TREES = allOf<TreeName>({ sponsor: true, placement: true });
export const KINDS = allOf<Kind>({ distributor: true, preferred: true, customer: true });
export const STATUSES = allOf<Status>({ active: true, suspended: true, terminated: true });
export type { Kind, Status, TreeName };

/** The volumes of a row, or their sums: business volume, points, cumulative volume, in whole ten-thousandths. */
export type Volumes = readonly [business: number, points: number, cumulative: number];

export const VOLUME_COLUMNS = 3;

export const NO_VOLUMES: Volumes = [0, 0, 0];

/** The volume that personal and group volume are of, where no plan says it: points. */
export const POINTS = 1;
