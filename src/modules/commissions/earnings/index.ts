export type { Earning } from './earnings.entity.js';
export { EarningsLedger } from './earnings.ledger.js';
export { RewardKind } from './rewards/reward-kinds.js';
export { Rewards, type RewardState, type RewardToPost } from './rewards/rewards.service.js';
export { EarningsModule } from './earnings.module.js';
export { hasLeft, validateDecimals } from './earnings.rules.js';
export { ADJUST_PERIODS, GIVE_BACK, PAY_OUT, PAYABLE } from './earnings.ledger.js';
