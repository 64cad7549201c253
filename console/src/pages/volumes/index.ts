export { OrderVolumes } from './order-volumes';
