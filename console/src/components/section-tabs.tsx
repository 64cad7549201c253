import { useWindowEvent } from '@mantine/hooks';
import type { TablerIcon } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useMay, type Permission } from '../api/permissions';
import classes from './section-tabs.module.css';

/** One section of a page, with its own URL. */
export interface Section {
  /** Relative to the page: `keys`. */
  to: string;
  label: string;
  /** Who lacks it does not see the section. */
  permission?: Permission;
  Icon: TablerIcon;
}

/**
 * The sections of a page, as links that look like tabs. Each leads back to what was filtered or calculated there, as long as
 * the page is open.
 * @param label label for screen readers
 */
export function SectionTabs({ label, sections }: { label: string; sections: readonly Section[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  /** The last query string of each section, by its path. */
  const [lastQueries, setLastQueries] = useState<Readonly<Record<string, string>>>({});
  const may = useMay();
  const allowed = sections.filter(({ permission }) => may(permission));
  const current = allowed.find(({ to }) => pathname.endsWith(`/${to}`));
  const page = current === undefined ? '' : pathname.slice(0, -current.to.length);
  const showCurrent = useCallback(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  useEffect(showCurrent, [pathname, showCurrent]);
  // They may not all fit after rotating a phone.
  useWindowEvent('resize', showCurrent);
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {allowed.map(({ to, label: text, Icon }) => (
        <NavLink
          key={to}
          to={to === current?.to ? to : `${to}${lastQueries[`${page}${to}`] ?? ''}`}
          className={classes.tab}
          preventScrollReset
          onClick={() => setLastQueries({ ...lastQueries, [pathname]: search })}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
