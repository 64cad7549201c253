import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';

/** Where the shop is. */
const BASE = '/shop';

const listeners = new Set<() => void>();
const changed = (): void => listeners.forEach((listener) => listener());
window.addEventListener('popstate', changed);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The address within the shop: `/products/tea?ref=…`. */
const current = (): string => location.pathname.slice(BASE.length).replace(/\/$/, '') + location.search || '/';

/** Goes to a page. @param replace whether the page that is left is forgotten */
export function go(to: string, { replace = false } = {}): void {
  if (to === current()) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', BASE + to);
  changed();
}

/** Changes the query of the page, without going anywhere: `undefined` and blank take a parameter out. */
export function setQuery(changes: Record<string, string | undefined>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  const search = query.toString();
  history.replaceState(null, '', location.pathname + (search && `?${search}`));
  changed();
}

/** Path and query of the page that is shown. */
export function useAddress(): { path: string; query: URLSearchParams } {
  const address = useSyncExternalStore(subscribe, current);
  const [path, search] = address.split('?');
  return { path: path || '/', query: new URLSearchParams(search) };
}

/** The values of `:name` in a pattern; undefined if the path is another. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(given[index]!);
    else if (part !== given[index]) return undefined;
  }
  return values;
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Within the shop: `/cart`. */
  to: string;
  /** Says so on the pages below it, too. */
  isPartOf?: boolean;
}

/** A link to a page of the shop. The one to the page that is shown says so. */
export function Link({ to, isPartOf, onClick, ...others }: LinkProps) {
  const { path } = useAddress();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  const isCurrent = to.split('?')[0] === path && !to.includes('?');
  const current = isCurrent ? 'page' : isPartOf && path.startsWith(`${to}/`) ? 'true' : undefined;
  return <a href={BASE + to} onClick={follow} aria-current={current} {...others} />;
}

/** On another page, begins at its top, and lets a screen reader read its title. */
export function useArrival(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
