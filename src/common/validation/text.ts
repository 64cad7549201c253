/**
 * What the parser puts in the place of a text that PostgreSQL cannot store (NUL, unpaired surrogates): no rule takes it
 * for a text, so it is refused like any other wrong value, under its field.
 */
export const UNSTORABLE_TEXT = Symbol('text that cannot be stored');

// NUL cannot be stored by PostgreSQL, and the other control characters have no place in names and ids.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether a text has control characters (tab and line breaks included). */
export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTERS.test(text);
}

/** The length in characters as people count them: code points, as `varchar(n)` of PostgreSQL counts. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
  }
  return count;
}

/** Whether nothing but white space is in a text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
