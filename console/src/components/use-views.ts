import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../api/session';
import type { ListParams } from './list-params';

/** What a user looks for again and again in a list. */
export interface View {
  readonly id: string;
  readonly name: string;
  /** Search, filters and sorting, as the URL has them. */
  readonly kept: string;
}

/** The views of a list that a user has saved in this browser. */
export interface Views {
  readonly all: readonly View[];
  /** The one that is open, even if more was narrowed since. */
  readonly open: View | undefined;
  /** Saves what is looked for now; under a name that is there already, instead of that view. */
  readonly save: (name: string) => void;
  readonly rename: (view: View, name: string) => void;
  readonly remove: (view: View) => void;
  /** What the columns of the view are kept by. */
  readonly columnsKey: string;
}

/** More would not be found again. */
export const MOST_VIEWS = 20;

/** @param list what the list is called in the browser's storage; nothing is kept without it */
export function useViews(
  list: string | undefined,
  { kept = '', view: openId, apply }: Partial<Pick<ListParams, 'kept' | 'view' | 'apply'>>,
): Views {
  const uid = useQuery({ ...identityQuery, enabled: list !== undefined }).data?.uid ?? 0;
  const [all, setAll] = useLocalStorage<readonly View[]>({
    key: `console-views-${list ?? ''}-${uid}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const open = all.find(({ id }) => id === openId);
  return {
    all,
    open,
    save: (name) => {
      const old = all.find((one) => one.name === name);
      const view = { id: old?.id ?? crypto.randomUUID().slice(0, 8), name, kept };
      copyColumns(columnsKeyOf(list, open), columnsKeyOf(list, view));
      setAll(old === undefined ? [...all, view] : all.map((one) => (one === old ? view : one)));
      apply?.(kept, view.id);
    },
    rename: (view, name) => setAll(all.map((one) => (one.id === view.id ? { ...one, name } : one))),
    remove: (view) => {
      setAll(all.filter(({ id }) => id !== view.id));
      localStorage.removeItem(`console-columns-${columnsKeyOf(list, view)}`);
      if (view.id === openId) apply?.('', null);
    },
    columnsKey: columnsKeyOf(list, open),
  };
}

function columnsKeyOf(list: string | undefined, view: View | undefined): string {
  return view === undefined ? (list ?? '') : `${list}-${view.id}`;
}

function copyColumns(from: string, to: string): void {
  const columns = localStorage.getItem(`console-columns-${from}`);
  if (columns !== null) localStorage.setItem(`console-columns-${to}`, columns);
}
