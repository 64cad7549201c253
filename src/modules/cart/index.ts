export { CartAdministration } from './cart-administration.js';
export { CartCheckout, type LockedCart } from './cart-checkout.js';
export type { CartUpdatedData } from './cart.events.js';
export type { CartLineContext } from './cart.hooks.js';
export { CartModule } from './cart.module.js';
export type { PricedLine } from './cart.rules.js';
export { CartView, TotalsView } from './cart.views.js';
