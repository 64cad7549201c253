export { payoutsQuery } from './payouts.queries';
