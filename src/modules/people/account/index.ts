export type {
  AccountErasedData,
  AccountErasureContext,
  AccountExportContext,
  AlreadyExistsData,
  ConfirmationRequestedData,
  EmailChangedData,
  EmailChangeRequestedData,
  InvitedData,
  PasswordResetRequestedData,
} from './account.events.js';
