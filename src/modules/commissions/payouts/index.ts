export { PayoutsModule } from './payouts.module.js';
