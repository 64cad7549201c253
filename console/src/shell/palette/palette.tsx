import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { hasText } from '../../components/shortcuts/keys';
import { PALETTE_KEYS } from '../shortcuts/palette-keys';
import { useRecent } from './recent';
import { t } from '../../i18n/t';

const load = () => import('./palette-dialog');
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }));

/** Most characters of what is looked for. */
const MAX_TEXT = 200;

/** The field in the header that finds anything, its keys, and what is pasted where nobody writes. */
export function Palette({ uid }: { uid: number }) {
  const [opened, setOpened] = useState<{ isOpen: boolean; pasted: string }>();
  useRecent(uid);
  const open = (pasted = ''): void => setOpened({ isOpen: true, pasted });
  const close = (): void => setOpened((last) => last && { ...last, isOpen: false });
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
      <Suspense>
        {opened !== undefined && <PaletteDialog isOpen={opened.isOpen} pasted={opened.pasted} onClose={close} />}
      </Suspense>
    </>
  );
}
