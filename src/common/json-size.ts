/**
 * Maximum number of values in a client's JSON, including objects and lists: 50 bundles of maximum size have 42,000. Two bytes
 * can become a value of a hundred, so a few dozen bodies with millions of values would exhaust the memory.
 */
export const MAX_JSON_VALUES = 50_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = ['"', '\\', ',', '[', '{'].map((character) =>
  character.charCodeAt(0),
);

/**
 * The number of values in a JSON text, without parsing it: an empty object or list counts twice. For invalid JSON it is at
 * least the number that a parser would create before it fails.
 */
export function countJsonValues(text: string): number {
  let values = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isInText && character === BACKSLASH) at += 1;
    else if (character === QUOTE) isInText = !isInText;
    else if (!isInText && (character === COMMA || character === BRACKET || character === BRACE)) values += 1;
  }
  return values;
}
