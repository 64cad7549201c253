export { CartRenewal } from './cart/cart-renewal.js';
export type { CartUpdatedData, CartLineContext } from './cart/cart.events.js';
export { CartModule } from './cart/cart.module.js';
export { CartService } from './cart/cart.service.js';
export { OrderLines, type FrozenLine, OrdersService } from './orders.service.js';
export { DatedOrderNumbers, OrderNumbers, type NumberedOrder, OrderPlacement } from './order-placement.js';
export { OrderReturns } from './order-returns.js';
export type { OrderEventData, OrderReturnedData, OrderContext, OrderLineContext } from './orders.events.js';
export { OrdersModule } from './orders.module.js';
