export { WaitingCount } from './waiting-count';
