import { Box, NavLink as Item, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBook2, IconChevronDown, IconExternalLink, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMay } from '../api/permissions';
import { addressOf, useExtensions } from '../extensions/declared';
import { serviceQuery } from '../api/service';
import { ROOMS, type Entry, type EntryGroup } from '../rooms';
import classes from './navigation.module.css';
import { t } from '../i18n/t';

/** The links to the pages of each extension. */
function useExtensionGroups(): EntryGroup[] {
  const extensions = useExtensions() ?? [];
  return extensions.map((extension) => ({
    title: extension.title,
    entries: extension.pages.map((page) => ({ to: addressOf(extension, page), label: page.title, Icon: IconPuzzle })),
  }));
}

/** The groups of what the user may open. */
function useGroups(): EntryGroup[] {
  const may = useMay();
  const { data: service } = useQuery(serviceQuery);
  return [...ROOMS, ...useExtensionGroups()]
    .map(({ title, entries }) => ({
      ...(title !== undefined && { title }),
      entries: entries.filter(
        ({ permission, isOfExtensions: part }) =>
          may(permission) && (part === undefined || service?.[part] !== undefined),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The rooms that the user may open, in the order of the navigation. */
export function useRooms(): readonly Entry[] {
  return useGroups().flatMap(({ entries }) => entries);
}

/** The main navigation: what the user may open. */
export function Navigation() {
  const groups = useGroups();
  return (
    <nav aria-label={t('Main')}>
      {groups.map(({ title, entries }) =>
        title === undefined ? (
          <Links key="" entries={entries} />
        ) : (
          <FoldingGroup key={title} title={title} entries={entries} />
        ),
      )}
      <Item
        href="/docs"
        target="_blank"
        rel="noreferrer"
        label={t('API reference')}
        leftSection={<IconBook2 size={18} stroke={1.6} aria-hidden />}
        rightSection={<IconExternalLink size={14} stroke={1.6} role="img" aria-label={t('opens in a new tab')} />}
      />
    </nav>
  );
}

/** A group with its title, which folds it; kept for the next visit. A page in a folded group is not hidden while one is on it. */
function FoldingGroup({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const { pathname } = useLocation();
  const [isFolded, setFolded] = useLocalStorage({ key: `navigation-folded-${title}`, defaultValue: false });
  const id = useId();
  const shown = isFolded ? entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) : entries;
  return (
    <Box mt="xs">
      <UnstyledButton
        className={classes.title}
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => setFolded(!isFolded)}
      >
        {title}
        <IconChevronDown
          size={14}
          stroke={1.8}
          aria-hidden
          className={classes.arrow}
          data-folded={isFolded || undefined}
        />
      </UnstyledButton>
      <div id={id}>
        <Links entries={shown} />
      </div>
    </Box>
  );
}

function Links({ entries }: { entries: readonly Entry[] }) {
  return entries.map(({ to, label, Icon, Count }) => (
    <NavLink key={to} to={to} end={to === '/'} style={{ textDecoration: 'none', color: 'inherit' }}>
      {({ isActive }) => (
        <Item
          component="span"
          active={isActive}
          label={label}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          rightSection={Count && <Count />}
          variant="light"
          py={6}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      )}
    </NavLink>
  ));
}
