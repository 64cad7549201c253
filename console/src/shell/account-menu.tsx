import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { logOut } from '../api/session';
import { useChange } from '../api/use-change';

/** Who is signed in, and the way out. */
export function AccountMenu({ username }: { username: string }) {
  const { mutate, isPending } = useChange({
    run: logOut,
    refreshes: [],
    // A new page, so that nothing which was read stays in the old one, however fast somebody goes back.
    onDone: () => window.location.assign('/admin/login'),
  });
  return (
    // What the library puts into a menu to hold the focus is nothing that a menu may contain (ARIA).
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
        <Menu.Label>Super admin</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => mutate()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
