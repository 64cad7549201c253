export { AccountGrants } from './account-grants.js';
export type { TouchedValue } from './approval.entity.js';
export {
  type ApprovalForecastQuery,
  ApprovalProperty,
  NullableApprovalProperty,
  ApprovalView,
} from './approvals.dto.js';
export { CANNOT_APPROVE, IS_CONCERNED } from './approvals.failures.js';
export { ApprovalsModule } from './approvals.module.js';
export { ApprovalsReader } from './approvals.reader.js';
export { Approvals, type Asked } from './approvals.service.js';
export {
  changesOf,
  ApprovableAction,
  ApprovableActions,
  EFFECT_PEOPLE,
  effectOnValues,
  numberAsked,
  NO_MONEY,
  toAuditedDecision,
  toTouchedPeople,
  type Decided,
  type Described,
  type Summary,
  withReason,
  type TouchedRow,
} from './action.js';
export type { Involved } from './approvers.rules.js';
export { Proposals } from './proposals.js';
export { SettingsAction } from './settings-action.js';
export { ApprovalSettingsStore } from './settings/approval-settings.store.js';
