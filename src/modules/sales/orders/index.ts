export type { CartUpdatedData } from './cart/cart.events.js';
export type { CartLineContext } from './cart/cart.hooks.js';
export { CartModule } from './cart/cart.module.js';
export { OrderLines, type FrozenLine } from './order-lines.js';
export { DatedOrderNumbers, OrderNumbers, type NumberedOrder } from './order-numbers.js';
export type { OrderEventData, OrderReturnedData } from './orders.events.js';
export type { OrderContext, OrderLineContext } from './orders.hooks.js';
export { OrdersModule } from './orders.module.js';
