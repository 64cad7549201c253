import { getIn, stepsOf, valueAt, type Json } from './paths';
import { inWords } from './schema';
import { t } from '#console/i18n/t';

/** Lists whose entries have names, and where these stand. */
const NAMES: Readonly<Record<string, string>> = { ranks: 'name', bonuses: 'id' };

/** A path of the service in words: `Bonuses › unilevel › Percents › silver › Level 1`. */
export function placeName(path: string, document: Json): string {
  const steps = stepsOf(path);
  const words = steps.map((step, index) => {
    const before = steps[index - 1];
    if (typeof step === 'string') return index > 0 && isTable(before) ? step : inWords(step);
    if (steps.slice(0, index).includes('percents')) return t('Level {{step}}', { step: step + 1 });
    const key = typeof before === 'string' ? NAMES[before] : undefined;
    const name = key === undefined ? undefined : valueAt(getIn(document, steps.slice(0, index + 1)), key);
    return typeof name === 'string' && name !== '' ? name : String(step + 1);
  });
  return words.length === 0 ? t('The plan') : words.join(' › ');
}

/** Whether the keys below are names of ranks. */
function isTable(step: string | number | undefined): boolean {
  return ['percents', 'cap', 'shares', 'amounts'].includes(String(step));
}
