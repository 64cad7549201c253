export { CommissionSettingsModule } from './commission-settings.module.js';
export { CommissionSettingsService } from './commission-settings.service.js';
