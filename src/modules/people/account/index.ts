export { AccountModule } from './account.module.js';
export type { AccountErasureContext, AccountExportContext } from './account.hooks.js';
export type {
  AccountErasedData,
  AlreadyExistsData,
  ConfirmationRequestedData,
  EmailChangedData,
  EmailChangeRequestedData,
  PasswordResetRequestedData,
} from './account.events.js';
export { Referrals, type Referral } from './sign-up/referrals.js';
