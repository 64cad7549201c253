import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ApiFailure } from '../api/failure';
import { identityQuery } from '../api/session';
import { FailureState } from '../components/failure-state';
import { PageHeader } from '../components/page-header';
import { AccountMenu } from './account-menu';
import { ConfirmIdentity } from './confirm-identity';
import { Navigation } from './navigation';
import { OfflineNotice } from './offline-notice';
import { useDialogs } from './use-dialogs';
import { LoadingScreen } from './loading-screen';
import { Palette } from './palette/palette';
import { PageProgress } from './page-progress';
import { SessionEnd } from './session-end';
import { Shortcuts } from './shortcuts/shell-shortcuts';
import { ThemeSwitch } from './theme-switch';
import { t } from '../i18n/t';

/** The frame around every page except the log-in: navigation, account menu, and notices. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const isNarrow = useMediaQuery('(max-width: 61.99em)') ?? false;
  const location = useLocation();
  const identity = useQuery(identityQuery);
  const dialogs = useDialogs();

  useEffect(close, [location, close]);
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close());

  if (identity.isPending) return <LoadingScreen />;
  if (identity.data === undefined) {
    const isLoggedOut = identity.error instanceof ApiFailure && [401, 403].includes(identity.error.status);
    if (isLoggedOut) return <Navigate to={logInAddress(location.pathname + location.search)} replace />;
    return (
      <Box component="main" p="xl">
        <PageHeader title={t('The console could not be opened')} />
        <FailureState error={identity.error} onRetry={() => void identity.refetch()} />
      </Box>
    );
  }

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#main">
        {t('Skip to the content')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? t('Close the navigation') : t('Open the navigation')}
              aria-expanded={isOpen}
              aria-controls="navigation"
            />
            <Group
              renderRoot={(props) => <Link to="/" aria-label={t('Commerce console')} {...props} />}
              gap="xs"
              wrap="nowrap"
              td="none"
              c="inherit"
            >
              <img src="/admin/favicon.svg" alt="" width={28} height={28} />
              <Text fw={650} visibleFrom="xs">
                {t('Commerce console')}
              </Text>
            </Group>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Palette uid={identity.data.uid} />
            <ThemeSwitch />
            <AccountMenu username={identity.data.username} roles={identity.data.roles} onShortcuts={help.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        id="navigation"
        p="sm"
        style={{ overflowY: 'auto', visibility: isNarrow && !isOpen ? 'hidden' : undefined }}
      >
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} inert={isNarrow && isOpen}>
        <OfflineNotice />
        <Box maw={1280} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
      <PageProgress />
      <Shortcuts onHelp={help.open} />
      {dialogs && <dialogs.ShortcutHelp isOpen={isHelpOpen} onClose={help.close} />}
      <ConfirmIdentity />
      <SessionEnd />
      <ScrollRestoration />
    </AppShell>
  );
}

function logInAddress(next: string): string {
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}
