export { CheckEntriesDto, CheckedEntryView } from './access-entry.dto.js';
export { requestHost } from './access-rules.rules.js';
export { INVALID_KEY_MESSAGE, refusalOf } from './admission.rules.js';
export { ApplicationDirectory, type KnownKey } from './application-directory.js';
export {
  ApplicationsQuery,
  ChangeApplicationDto,
  ExplainDto,
  RegisterApplicationDto,
  RotateKeyDto,
} from './application.dto.js';
export type { ApplicationUpdatedData } from './application.events.js';
export { Application, type WebhookDisabledReason } from './application.entity.js';
export { ApplicationFollowers } from './application-followers.js';
export { ApplicationJournal, lockApplication } from './application-journal.js';
export { ApplicationDeleteImpactView, ApplicationView, RegisteredApplicationView } from './application.view.js';
export { WebhookView, webhookView, type WebhookColumns } from './application-webhook.view.js';
export { IssuedKeyView, KeyTextView, KeyView } from './application-key.view.js';
export { APPLICATION_KEY_TYP, ApplicationKeys } from './application-keys.service.js';
export { ApplicationRateLimit, type Sender } from './application-rate-limit.js';
export { ApplicationsService } from './applications.service.js';
export { allowBrowserApplications } from './cors.js';
export { ClientAppsModule } from './client-apps.module.js';
export { Explainer } from './explain.service.js';
export { ExplanationView } from './explain.view.js';
export { KeyAdministration } from './key-administration.service.js';
export { KeyUsage } from './key-usage.js';
export { SignOnAddresses, type SignOnTarget } from './sign-on-addresses.js';
