export { RefusedList } from './refused-list';
