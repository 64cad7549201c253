export { CommissionSettingsModule } from './commission-settings.module.js';
