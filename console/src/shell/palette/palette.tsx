import { ActionIcon, Button, Kbd, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasText } from '../../components/shortcuts/keys';
import { useLate } from '../../components/use-late';
import { PALETTE_KEYS } from '../shortcuts/palette-keys';
import type { Early } from './early';
import { useRecent } from './recent';
import { t } from '../../i18n/t';

const load = () => import('./palette-dialog');
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }));

/** Most characters of what is looked for. */
const MAX_TEXT = 200;

/** The field in the header that finds anything, its keys, and what is pasted where nobody writes. */
export function Palette({ uid }: { uid: number }) {
  const [opened, setOpened] = useState<{ isOpen: boolean; pasted: string }>();
  const [isEarly, setEarly] = useState(false);
  const early = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const focused = useRef<Element>(null);
  useRecent(uid);
  useLate(load);
  const open = (pasted = ''): void => {
    focused.current = document.activeElement;
    isSent.current = false;
    // At once, so that the next key already has a field.
    flushSync(() => {
      setOpened({ isOpen: true, pasted });
      setEarly(true);
    });
    early.current?.focus();
  };
  const close = (): void => {
    setOpened((last) => last && { ...last, isOpen: false });
    setEarly(false);
    setTimeout(() => {
      const at = document.activeElement;
      // Not if the page that was chosen has taken it.
      const isLeft = at === null || at === document.body || at.closest('[data-palette]') !== null;
      if (isLeft && focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
    });
  };
  const typedEarly = useCallback((): Early => ({ text: early.current?.value ?? '', isSent: isSent.current }), []);
  const endEarly = useCallback(() => setEarly(false), []);
  const isBehindDialog = (): boolean => document.querySelector('[aria-modal=true]') !== null;

  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (opened?.isOpen) close();
    else if (!isBehindDialog()) open();
  });
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text').trim() ?? '';
    if (text === '' || text.length > MAX_TEXT || text.includes('\n')) return;
    if (!hasText(event.target) && !isBehindDialog()) open(text);
  });

  const ahead = { onPointerEnter: () => void load(), onFocus: () => void load() };
  return (
    <>
      <Button
        variant="default"
        color="gray"
        fw={400}
        c="dimmed"
        w={{ sm: 200, md: 280 }}
        styles={{ label: { flex: 1 } }}
        visibleFrom="sm"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {PALETTE_KEYS}
          </Kbd>
        }
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open()}
        {...ahead}
      >
        {t('Find anything')}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        hiddenFrom="sm"
        aria-label={t('Find anything')}
        onClick={() => open()}
        {...ahead}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isEarly && (
        <VisuallyHidden>
          <input
            ref={early}
            aria-label={t('Find anything')}
            tabIndex={-1}
            maxLength={MAX_TEXT}
            autoComplete="off"
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Escape') close();
              else if (key === 'Enter' && !nativeEvent.isComposing) isSent.current = true;
            }}
          />
        </VisuallyHidden>
      )}
      <Suspense>
        {opened !== undefined && (
          <PaletteDialog
            isOpen={opened.isOpen}
            pasted={opened.pasted}
            typedEarly={typedEarly}
            onReady={endEarly}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
