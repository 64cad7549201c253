import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import classes from './section-tabs.module.css';

/** One part of a page that has several, with an address of its own. */
export interface Section {
  /** Relative to the page: `keys`. */
  to: string;
  label: string;
  icon?: ReactNode;
  /** A mark behind the label. */
  mark?: ReactNode;
}

/**
 * The parts of a page, as links that look like tabs: each has its address, and opens in another window like any link.
 * @param label what they are the parts of, for screen readers
 */
export function SectionTabs({ label, sections }: { label: string; sections: readonly Section[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const showCurrent = useCallback(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  useEffect(showCurrent, [pathname, showCurrent]);
  // Not all of them may fit once a phone is turned.
  useWindowEvent('resize', showCurrent);
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {sections.map(({ to, label: text, icon, mark }) => (
        <NavLink key={to} to={to} className={classes.tab} preventScrollReset>
          {icon}
          {text}
          {mark}
        </NavLink>
      ))}
    </nav>
  );
}
