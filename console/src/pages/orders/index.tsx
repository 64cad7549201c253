export { OrderList } from './order-list';
export { ordersQuery } from './orders.queries';
