/** An object or list that is being read: its keys so far, and where in it. */
interface Place {
  readonly keys: Set<string> | undefined;
  at: string | number;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g;

/**
 * Finds a key that an object of a JSON text has twice; a parser takes the last one without a word.
 * @param text valid JSON
 * @returns the path of the first one, such as `bonuses[2].percents`; undefined if there is none
 */
export function findRepeatedKey(text: string): string | undefined {
  const places: Place[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const place = places.at(-1);
    if (token === '{') places.push({ keys: new Set(), at: '' });
    else if (token === '[') places.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') places.pop();
    else if (token === ',') {
      if (typeof place?.at === 'number') place.at += 1;
    } else if (token === ':') {
      const key = JSON.parse(last) as string;
      place!.at = key;
      if (place!.keys!.has(key)) return pathOf(places);
      place!.keys!.add(key);
    } else last = token;
  }
  return undefined;
}

function pathOf(places: readonly Place[]): string {
  return places.reduce((path, { at }) => {
    if (typeof at === 'number') return `${path}[${at}]`;
    return path === '' ? at : `${path}.${at}`;
  }, '');
}
