import { Menu } from '@mantine/core';
import { IconKeyboard, IconLanguage, IconLogout, IconUserCog } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { logOut } from '../api/session';
import { useChange } from '../api/use-change';
import { formatRole } from '../components/format';
import { AccountButton } from './account-button';
import { chooseLanguage, language, languagesBeside, t } from '../i18n/t';

/** Each by its own name, for whoever does not read this one. */
const OTHER_LANGUAGES = languagesBeside(language);

interface AccountDropdownProps {
  username: string;
  roles: readonly string[];
  /** Opens the list of shortcuts. */
  onShortcuts: () => void;
  /** The button was pressed before the menu was loaded. */
  opensAtOnce: boolean;
}

/** The account menu with its button. */
export function AccountDropdown({ username, roles, onShortcuts, opensAtOnce }: AccountDropdownProps) {
  const [isOpen, setOpen] = useState(opensAtOnce);
  const { mutate, isPending } = useChange({
    run: logOut,
    refreshes: [],
    // A full page load, so that no loaded data stays in memory or in the history.
    onDone: () => window.location.assign('/admin/login'),
  });
  return (
    // ARIA does not allow the library's focus placeholder inside a menu.
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withArrow withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <AccountButton username={username} loading={isPending} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{roles.map(formatRole).join(', ')}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} aria-hidden />}>
          {t('Your account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        {OTHER_LANGUAGES.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={<IconLanguage size={16} aria-hidden />}
            onClick={() => chooseLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => mutate()}>
          {t('Log out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
