import { useNavigate } from 'react-router';
import { useRooms } from '../navigation';
import { useShortcut, useShortcutKeys } from '../../components/shortcuts/shortcuts';
import { t } from '../../i18n/t';

/** The shortcuts that count on every page. */
export function Shortcuts({ onHelp }: { onHelp: () => void }) {
  useShortcutKeys();
  useShortcut('?', t('List the shortcuts'), onHelp, t('Anywhere'));
  useShortcut('/', t('Search in the list'), searchInList, t('Anywhere'));
  return useRooms().map(
    ({ to, label, letter }) => letter !== undefined && <GoTo key={to} to={to} label={label} letter={letter} />,
  );
}

function GoTo({ to, label, letter }: { to: string; label: string; letter: string }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, label, () => void navigate(to), t('Go to'));
  return null;
}

function searchInList(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
}
