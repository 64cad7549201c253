import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLogout, IconUserCog } from '@tabler/icons-react';
import { Link } from 'react-router';
import { logOut } from '../api/session';
import { useChange } from '../api/use-change';
import { formatRole } from '../components/format';

interface AccountMenuProps {
  username: string;
  roles: readonly string[];
  /** Opens the list of shortcuts. */
  onShortcuts: () => void;
}

/** The account menu with the log-out. */
export function AccountMenu({ username, roles, onShortcuts }: AccountMenuProps) {
  const { mutate, isPending } = useChange({
    run: logOut,
    refreshes: [],
    // A full page load, so that no loaded data stays in memory or in the history.
    onDone: () => window.location.assign('/admin/login'),
  });
  return (
    // ARIA does not allow the library's focus placeholder inside a menu.
    <Menu position="bottom-end" withArrow withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Account of ${username}`}
        >
          {username}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{roles.map(formatRole).join(', ')}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} aria-hidden />}>
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => mutate()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
