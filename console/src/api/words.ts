const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A date and time, in the user's time zone. */
export function formatDate(iso: string): string {
  return dateTime.format(new Date(iso));
}

/**
 * A key, or a path of keys, in words: `products[1].price` becomes `Products 1, price`.
 * @param first the number of what has the index 0 in the path
 */
export function inWords(path: string, first = 0): string {
  const words = path
    .replaceAll(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + first}`)
    .replaceAll('.', ', ')
    .replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
