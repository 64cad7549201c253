import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../model.js';

/** Who has a name: nobody, one user whose uid may not be known yet, or, which must not be, several. */
type State = readonly (number | undefined)[];

/** A user name: whoever signs up first has it. */
export const nameModel: Model<'name', State> = {
  initial: [],

  next(uids, { action, outcome, saw }, leniency) {
    if (action.kind === 'read') return sameUids(uids, saw?.uids ?? []);
    const isFree = uids.length === 0;
    if (outcome === 'failed') return !isFree || leniency === 'refusals' ? uids : undefined;
    if (!isFree && !(leniency === 'exclusion' && outcome === 'ok')) return undefined;
    return [...uids, outcome === 'unknown' ? undefined : saw?.uids[0]];
  },

  keyOf: (uids) => uids.join(),
};

function sameUids(held: State, told: readonly number[]): State | undefined {
  const known = held.filter((uid) => uid !== undefined);
  const others = told.filter((uid) => !known.includes(uid));
  const isSame =
    told.length === held.length &&
    isDeepStrictEqual(
      known,
      told.filter((uid) => known.includes(uid)),
    );
  return isSame && others.length === held.length - known.length ? told : undefined;
}
