export { AccountModule } from './account.module.js';
export type { PasswordResetRequestedData } from './account.events.js';
