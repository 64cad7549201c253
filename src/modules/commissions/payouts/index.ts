export { Batches } from './batches/batches.service.js';
export { PayoutRelease } from './batches/release.action.js';
export { PayoutHolds } from './holds/holds.service.js';
export { ItemMarking } from './items/marking.service.js';
export { PayoutDetails, type PayoutAccount } from './details/payout-details.js';
export type { PayoutCreatedData } from './payouts.events.js';
export { PayoutsReader } from './payouts.reader.js';
export { PayoutsModule } from './payouts.module.js';
