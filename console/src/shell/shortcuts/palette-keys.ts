import { t } from '../../i18n/t';

/** The keys that find anything, as the keyboard of the device has them. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : t('Ctrl K');
