import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { hasFocusForKeys, isModifier, nextKeys } from './keys';
import { t } from '../../i18n/t';

/** Under which heading the list of shortcuts has one. */
export const SHORTCUT_GROUPS = [t('Anywhere'), t('On this page'), t('Go to')] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

/** A key, or two that are pressed one after the other, and what it does. */
export interface Shortcut {
  /** As `event.key` says it; two of them with a space between: `g o`. */
  readonly keys: string;
  readonly label: string;
  readonly group: ShortcutGroup;
  readonly run: () => void;
}

const SETTING = { key: 'console-shortcuts', defaultValue: true };

/** How long the first key of two waits for the second. */
const SECOND_KEY_MS = 1_500;

const registered = new Set<Shortcut>();

/**
 * Registers a shortcut while the component is shown. It never fires in text fields, menus, trees or behind a dialog, nor while
 * the user has switched shortcuts off (WCAG 2.2, 2.1.4). Of two with the same keys the later one counts.
 * @param keys `j`, `Enter`, or two that follow each other: `g o`
 * @param label what it does, for the list of shortcuts
 * @param run undefined while there is nothing to do
 */
export function useShortcut(
  keys: string,
  label: string,
  run: (() => void) | undefined,
  group: ShortcutGroup = t('On this page'),
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isOn = run !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const shortcut: Shortcut = { keys, label, group, run: () => latest.current?.() };
    registered.add(shortcut);
    return () => {
      registered.delete(shortcut);
    };
  }, [keys, label, group, isOn]);
}

/** The shortcuts that there are now, of two with the same keys the one that counts. */
export function shortcutsNow(): Shortcut[] {
  return [...new Map([...registered].map((shortcut) => [shortcut.keys, shortcut])).values()];
}

/** Whether the user wants shortcuts, kept in the browser. */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useLocalStorage<boolean>(SETTING);
  return [isOn, setOn];
}

/** Listens for all shortcuts; once in the frame of the console. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const press = (event: KeyboardEvent): void => {
      if (isModifier(event.key)) return;
      const waiting = first !== undefined && event.timeStamp - first.at < SECOND_KEY_MS ? first.key : undefined;
      first = undefined;
      if (hasFocusForKeys(event) || !readLocalStorageValue(SETTING)) return;
      const shortcuts = shortcutsNow();
      const { found, waits } = nextKeys(
        event.key,
        waiting,
        shortcuts.map(({ keys }) => keys),
      );
      if (waits) first = { key: event.key, at: event.timeStamp };
      if (found === undefined) return;
      event.preventDefault();
      shortcuts.find(({ keys }) => keys === found)!.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
