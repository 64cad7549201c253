/**
 * How many values a JSON text of a client may have, objects and lists among them: 50 bundles with all that they may have
 * come to 42,000. Two bytes can make a value of a hundred, so that a few dozen bodies of millions would take all memory.
 */
export const MAX_JSON_VALUES = 50_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = ['"', '\\', ',', '[', '{'].map((character) =>
  character.charCodeAt(0),
);

/**
 * How many values a JSON text has, without reading it: an empty object or list counts twice. Of a text that is not JSON it
 * says no less than a parser would make before it finds out.
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
