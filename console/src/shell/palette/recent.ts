import { readLocalStorageValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { thingAt, type FoundKind } from './things';

/** Something whose page was opened. */
export interface Recent {
  kind: FoundKind;
  to: string;
  title: string;
}

const MOST = 8;

const keyOf = (uid: number): string => `console-recent-${uid}`;

/** What the user has opened last in this browser, the latest first. */
export function recentOf(uid: number): Recent[] {
  return readLocalStorageValue<Recent[]>({ key: keyOf(uid), defaultValue: [] });
}

/** Keeps what the user opens: the title of a page says its name as soon as it is known. */
export function useRecent(uid: number): void {
  useEffect(() => {
    const remember = (): void => {
      const thing = thingAt(window.location.pathname.replace(/^\/admin/, ''));
      const [title] = document.title.split(' · ');
      if (thing === undefined || !title || title === document.title) return;
      const others = recentOf(uid).filter(({ to }) => to !== thing.to);
      localStorage.setItem(keyOf(uid), JSON.stringify([{ ...thing, title }, ...others].slice(0, MOST)));
    };
    const observer = new MutationObserver(remember);
    observer.observe(document.querySelector('title')!, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [uid]);
}
