export { EarningsLedger, type Posted, type Posting } from './earnings.ledger.js';
export { EarningsModule } from './earnings.module.js';
