import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { onSessionEnd } from '../api/client';
import { ApiFailure } from '../api/failure';
import { identityQuery } from '../api/session';
import { FailureState } from '../components/failure-state';
import { AccountMenu } from './account-menu';
import { Navigation } from './navigation';
import { OfflineNotice } from './offline-notice';
import { Opening } from './opening';
import { ThemeSwitch } from './theme-switch';

/** The frame around every page but the log-in: navigation, account, and what tells of an outage. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const location = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const identity = useQuery(identityQuery);
  const here = location.pathname + location.search;

  useEffect(close, [location.pathname, close]);
  useEffect(
    () =>
      onSessionEnd(() => {
        // What was read belongs to the session that has ended.
        client.clear();
        void navigate(logInAddress(here), { replace: true });
      }),
    [client, navigate, here],
  );

  if (identity.isPending) return <Opening />;
  if (identity.error instanceof ApiFailure && [401, 403].includes(identity.error.status))
    return <Navigate to={logInAddress(here)} replace />;
  if (identity.isError) return <FailureState error={identity.error} onRetry={() => void identity.refetch()} />;

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
              aria-expanded={isOpen}
            />
            <Group
              component={Link}
              renderRoot={(props) => <Link to="/" {...props} />}
              gap="xs"
              wrap="nowrap"
              td="none"
              c="inherit"
            >
              <img src="/admin/favicon.svg" alt="" width={28} height={28} />
              <Text fw={650} visibleFrom="xs">
                Commerce console
              </Text>
            </Group>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ThemeSwitch />
            <AccountMenu username={identity.data.username} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <OfflineNotice />
        <Box maw={1280} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

function logInAddress(next: string): string {
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}
