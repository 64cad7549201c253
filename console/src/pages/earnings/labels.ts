import { t } from '../../i18n/t';

const HOLDS: Readonly<Record<string, string>> = {
  tax: t('tax form'),
  identity: t('identity'),
  bank: t('bank account'),
};

/** Why payouts are on hold: `tax form, identity`. */
export function holdsInWords(holds: readonly string[]): string {
  return holds.map((hold) => HOLDS[hold] ?? hold).join(', ');
}
