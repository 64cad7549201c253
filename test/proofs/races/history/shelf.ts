import { isDeepStrictEqual } from 'node:util';
import type { LabelledBundle, Model, SeenBundle, ShelfAction, ShelfSaw } from './operation.js';

/** The bundles that there are, by id. */
type State = ReadonlyMap<string, Omit<SeenBundle, 'id'>>;

/** Bundles that share SKUs: each id and each SKU is had by one; an update is seen as a whole. */
export const shelfModel: Model<'shelf', State> = {
  initial: new Map(),

  next(state, { action, outcome, saw }, leniency) {
    if (action.kind === 'read') return isDeepStrictEqual(listOf(state), saw?.bundles) ? state : undefined;
    const isLenient = leniency === 'exclusion' && outcome === 'ok';
    const change = action.kind === 'bulk' && outcome === 'ok' ? toldOf(action.bundles, saw) : action;
    if (change === undefined) return undefined;
    const next = isPossible(state, change) || isLenient ? changed(state, change) : undefined;
    if (outcome === 'failed') return next === undefined || leniency === 'refusals' ? state : undefined;
    if (outcome === 'unknown' || next === undefined || change.kind !== 'bulk') return next;
    return missing(state, change.bundles).length === change.bundles.length || isLenient ? next : undefined;
  },

  keyOf: (state) => JSON.stringify(listOf(state)),
};

function listOf(state: State): SeenBundle[] {
  const list = [...state].map(([id, bundle]) => ({ id, ...bundle }));
  return list.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Whether a change is one that the service makes. */
function isPossible(state: State, action: Exclude<ShelfAction, { kind: 'read' }>): boolean {
  switch (action.kind) {
    case 'create':
      return !state.has(action.id) && isFree(state, action);
    case 'update':
      return state.has(action.id) && isFree(state, action);
    case 'bulk':
      return missing(state, action.bundles).every((bundle) => isFree(state, bundle));
    case 'delete':
      return state.has(action.id);
    case 'drop': {
      const variants = state.get(action.id)?.variants ?? [];
      return variants.length > 1 && variants.some(({ sku }) => sku === action.sku);
    }
  }
}

/** Whether no other bundle has one of the SKUs. */
function isFree(state: State, { id, skus }: LabelledBundle): boolean {
  return [...state].every(([other, { variants }]) => other === id || !variants.some(({ sku }) => skus.includes(sku)));
}

/** Those that are not there yet; of a repeated id the first. */
function missing(state: State, bundles: readonly LabelledBundle[]): LabelledBundle[] {
  return bundles.filter(({ id }, at) => !state.has(id) && bundles.findIndex((other) => other.id === id) === at);
}

function changed(state: State, action: Exclude<ShelfAction, { kind: 'read' }>): State {
  const next = new Map(state);
  switch (action.kind) {
    case 'create':
    case 'update':
      next.set(action.id, written(next.get(action.id), action));
      return next;
    case 'bulk':
      for (const bundle of missing(state, action.bundles)) next.set(bundle.id, written(undefined, bundle));
      return next;
    case 'delete':
      next.delete(action.id);
      return next;
    case 'drop': {
      const { label = '', variants = [] } = state.get(action.id) ?? {};
      return next.set(action.id, { label, variants: variants.filter(({ sku }) => sku !== action.sku) });
    }
  }
}

/** A bundle after a write: variants that are not named stay as they are. */
function written(before: Omit<SeenBundle, 'id'> | undefined, { label, skus }: LabelledBundle): Omit<SeenBundle, 'id'> {
  const others = (before?.variants ?? []).filter(({ sku }) => !skus.includes(sku));
  const variants = [...others, ...skus.map((sku) => ({ sku, label }))];
  return { label, variants: variants.sort((one, other) => (one.sku < other.sku ? -1 : 1)) };
}

/**
 * The bundles that a bulk create made by its answer, which must be about all of them. Those that it set aside were there when
 * it looked, and need not be there any more when it makes the others: between the two, somebody may have deleted them.
 */
function toldOf(
  bundles: readonly LabelledBundle[],
  saw: ShelfSaw | undefined,
): Extract<ShelfAction, { kind: 'bulk' }> | undefined {
  const { created = [], same = [] } = saw ?? {};
  const made = bundles.filter(({ id }) => created.includes(id));
  const others = bundles.map(({ id }) => id).filter((id) => !created.includes(id));
  return isDeepStrictEqual([made.map(({ id }) => id), others], [created, same])
    ? { kind: 'bulk', bundles: made }
    : undefined;
}

/** Who has a name: nobody, one user whose uid may not be known yet, or, which must not be, several. */
type Owners = readonly (number | undefined)[];

/** A user name: whoever signs up first has it. */
export const nameModel: Model<'name', Owners> = {
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

function sameUids(held: Owners, told: readonly number[]): Owners | undefined {
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

/** One product on one user's wishlist: on it or not. Each product is checked by itself. */
export const wishModel = (product: number): Model<'wishes', boolean> => ({
  initial: false,

  next(isListed, { action, outcome, saw }, leniency) {
    if (action.kind === 'read') return saw?.products.includes(product) === isListed ? isListed : undefined;
    if (outcome === 'failed') {
      // There is one reason to refuse a remove, and none to refuse an add.
      const hasReason = leniency === 'refusals' || (action.kind === 'remove' && !isListed);
      return hasReason ? isListed : undefined;
    }
    if (action.kind === 'add') return true;
    return isListed || leniency === 'exclusion' ? false : undefined;
  },

  keyOf: String,
});
