/** Where one writes. */
const HAS_TEXT =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable=true]';

/** Where keys already mean something: text, and what is walked through by letters. */
const HAS_KEYS = [
  HAS_TEXT,
  'select',
  ...['combobox', 'listbox', 'menu', 'tree', 'radiogroup'].map((role) => `[role=${role}]`),
].join();

/** What Enter presses by itself. */
const PRESSED_BY_ENTER = 'a[href], button, summary, input';

/** Whether a key is pressed only together with others. */
export function isModifier(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'].includes(key);
}

/** Whether somebody writes in what an event is about. */
export function hasText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(HAS_TEXT) !== null;
}

/** Whether a key belongs to what has the focus, to an open dialog or to the browser. */
export function hasFocusForKeys(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[aria-modal=true]') !== null) return true;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(HAS_KEYS) !== null) return true;
  return event.key === 'Enter' && target.closest(PRESSED_BY_ENTER) !== null;
}

/**
 * What a pressed key does.
 * @param waiting the first key of two, pressed shortly before
 * @param known the keys of all shortcuts
 * @returns the keys of the shortcut that it completes, and whether it is the first key of one
 */
export function nextKeys(
  key: string,
  waiting: string | undefined,
  known: readonly string[],
): { found: string | undefined; waits: boolean } {
  const both = waiting === undefined ? undefined : `${waiting} ${key}`;
  const found = [both, key].find((keys) => keys !== undefined && known.includes(keys));
  return { found, waits: found === undefined && known.some((keys) => keys.startsWith(`${key} `)) };
}
