import { language, locale, t } from '../i18n/t';

const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A date and time, in the user's time zone. */
export function formatDate(iso: string): string {
  return dateTime.format(new Date(iso));
}

/**
 * A code of the API, or a path of keys, in words: `products[1].price` becomes `Products 1, price`. Those of the list in
 * `i18n/api-words.json` are in the user's language.
 * @param first the number of what has the index 0 in the path
 */
export function inWords(path: string, first = 0): string {
  const words = path.split('.').map((step, depth) => {
    const [, name = '', places = ''] = /^(.*?)((?:\[\d+\])*)$/.exec(step)!;
    const plain = name.replaceAll(/[_-]/g, ' ');
    const word = t(plain.charAt(0).toUpperCase() + plain.slice(1));
    // English writes only the first word of the path large.
    const shown = depth > 0 && language === 'en' ? plain : word;
    return shown + places.replaceAll(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + first}`);
  });
  return words.join(', ');
}
