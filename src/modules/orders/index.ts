export { OrderAdministration } from './order-administration.js';
export { DatedOrderNumbers, OrderNumbers, type NumberedOrder } from './order-numbers.js';
export { AdminOrdersQuery, AdminOrderStatusDto } from './orders.dto.js';
export type { OrderEventData } from './orders.events.js';
export type { OrderContext, OrderLineContext } from './orders.hooks.js';
export { OrdersModule } from './orders.module.js';
export { AdminOrderView } from './orders.views.js';
