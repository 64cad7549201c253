import { AppShell, Box, Burger, Group, Text, Alert } from '@mantine/core';
import { useDisclosure, useMediaQuery, useWindowEvent, useNetwork } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useRef } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation, useNavigation, useNavigate } from 'react-router';
import { ApiFailure } from '../api/failure';
import { identityQuery } from '../api/session';
import { FailureState } from '../components/failure-state';
import { PageHeader } from '../components/page-header';
import { Navigation, useRooms } from './navigation';
import { useDialogs } from './use-dialogs';
import { LoadingScreen } from './loading-screen';
import { Palette } from './palette/palette';
import { ThemeSwitch } from './theme-switch';
import { t } from '../i18n/t';
import { useLate } from '../components/use-late';
import { AccountButton } from './account-button';
import { onConfirmationNeeded } from '../api/confirmation';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { onSessionEnd } from '../api/client';
import { useShortcut, useShortcutKeys } from '../components/shortcuts/shortcuts';

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

interface AccountMenuProps {
  username: string;
  roles: readonly string[];
  /** Opens the list of shortcuts. */
  onShortcuts: () => void;
}

const load = () => import('./account-dropdown');

/** The account menu with the log-out. */
function AccountMenu(props: AccountMenuProps) {
  const late = useLate(load);
  const [isWanted, setWanted] = useState(false);
  if (late === undefined) return <AccountButton username={props.username} onClick={() => setWanted(true)} />;
  return <late.AccountDropdown {...props} opensAtOnce={isWanted} />;
}

/** Asks the user to confirm who they are, when a request needs it; the request then continues. */
function ConfirmIdentity() {
  const dialogs = useDialogs();
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);
  useEffect(
    () =>
      onConfirmationNeeded(() => {
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const close = (isConfirmed: boolean): void => {
    setOpen(false);
    answer.current?.(isConfirmed);
  };
  return dialogs && <dialogs.ConfirmIdentityDialog isOpen={isOpen} onClose={close} />;
}

/** Shown while the browser is offline. */
function OfflineNotice() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" mb="md" role="status" icon={<IconPlugConnectedX aria-hidden />} title={t('You are offline')}>
      {t('The data shown may be out of date. Changes can be saved once the connection is back.')}
    </Alert>
  );
}

/** A progress bar while the next page is loading; visible only after a short delay. */
function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div className="page-progress" role="progressbar" aria-label={t('Loading the page')} />;
}

/** Asks the user to log in again when the session has ended. */
function SessionEnd() {
  const dialogs = useDialogs();
  const [hasEnded, setEnded] = useState(false);
  const client = useQueryClient();
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  const resume = (): void => {
    setEnded(false);
    void client.invalidateQueries();
  };
  // The user may have logged in in another window.
  useWindowEvent('focus', () => {
    if (hasEnded) client.fetchQuery({ ...identityQuery, staleTime: 0 }).then(resume, () => undefined);
  });
  return dialogs && <dialogs.SessionEndDialog isOpen={hasEnded} onDone={resume} />;
}

/** The shortcuts that count on every page. */
function Shortcuts({ onHelp }: { onHelp: () => void }) {
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
