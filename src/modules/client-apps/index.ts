export { AccessRules, judgeHostEntry, judgeIpEntry, parseIp, requestHost } from './access-rules.rules.js';
export { ApplicationDirectory, type KnownKey } from './application-directory.js';
export { Application } from './application.entity.js';
export { APPLICATION_KEY_TYP, ApplicationKeys } from './application-keys.service.js';
export { ApplicationRateLimit } from './application-rate-limit.js';
export { allowBrowserApplications } from './cors.js';
export { ClientAppsModule } from './client-apps.module.js';
export { KeyUsage } from './key-usage.js';
