import type { Model } from '../model.js';

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
