export { AccountGrants } from './account-grants.js';
export type { TouchedValue } from './approval.entity.js';
export { ApprovalProperty, NullableApprovalProperty, ApprovalView } from './approvals.dto.js';
export { CANNOT_APPROVE } from './approvals.failures.js';
export { ApprovalsModule } from './approvals.module.js';
export { ApprovalsReader } from './approvals.reader.js';
export { Approvals, type Asked } from './approvals.service.js';
export {
  changesOf,
  ApprovableAction,
  EFFECT_PEOPLE,
  effectOnValues,
  NO_MONEY,
  toAuditedDecision,
  toTouchedPeople,
  type Decided,
  type Described,
  type Involved,
  type Summary,
  withReason,
  type TouchedRow,
} from './action.js';
export { Proposals } from './proposals.js';
export { ApprovalSettingsStore } from './settings/approval-settings.store.js';
