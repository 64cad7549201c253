import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
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
  icon?: ReactNode;
  /** A badge after the label. */
  mark?: ReactNode;
}

/**
 * The sections of a page, as links that look like tabs.
 * @param label label for screen readers
 */
export function SectionTabs({ label, sections }: { label: string; sections: readonly Section[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const may = useMay();
  const allowed = sections.filter(({ permission }) => may(permission));
  const showCurrent = useCallback(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  useEffect(showCurrent, [pathname, showCurrent]);
  // They may not all fit after rotating a phone.
  useWindowEvent('resize', showCurrent);
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {allowed.map(({ to, label: text, icon, mark }) => (
        <NavLink key={to} to={to} className={classes.tab} preventScrollReset>
          {icon}
          {text}
          {mark}
        </NavLink>
      ))}
    </nav>
  );
}
