import {
  IconActivity,
  IconArrowRight,
  IconBolt,
  IconHandStop,
  IconListSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { useMay } from '../../api/permissions';
import { identityQuery } from '../../api/session';
import { inWords } from '../../api/words';
import { useRooms } from '../navigation';
import { ACTIONS } from './actions';
import { SEARCH_WORDS } from './search-words';
import { heldIn, matches } from './matches';
import { recentOf } from './recent';
import { addressOf, KINDS, type Found, type FoundKind } from './things';
import { t } from '../../i18n/t';

/** A line of the palette. */
export interface Entry {
  /** Unique in the palette. */
  id: string;
  label: string;
  details?: readonly string[];
  status?: string | null;
  Icon: TablerIcon;
  to: string;
  /** The shortcut that does the same: `g o`. */
  keys?: string;
  /** The thing that was searched, and no other. */
  isExact?: boolean;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}

const foundQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/search/', { params: { query: { q } }, signal })),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/requests/', { params: { query: { request_id: id, limit: 1 } }, signal })),
  });

/** The refused request that an id names, where the user may see it. */
function useRefused(id: string): { entries: Entry[]; isFresh: boolean } {
  const isAsked = useMay()('requests.read') && REQUEST_ID.test(id);
  const { data, isPending } = useQuery({ ...requestQuery(id), enabled: isAsked });
  const entries = (data?.results ?? []).map(({ id: row, method, route, code }): Entry => ({
    id: `request ${row}`,
    label: `${method} ${route ?? ''}`,
    details: code === null ? [] : [code],
    Icon: IconActivity,
    to: `/requests/refused?request_id=${id}&dialog=request:${row}`,
  }));
  return { entries: isAsked ? entries : [], isFresh: !isAsked || !isPending };
}

/**
 * The groups of what a text finds: exact matches, pages and actions, then the rest by its kind. Without a text, what was
 * opened last.
 * @param text as it is typed
 * @param settled the same, a little later: what the service is asked for
 */
export function useEntries(text: string, settled: string) {
  const held = heldIn(text);
  const found = useQuery(foundQuery(heldIn(settled) ?? settled));
  const near = useNear(text);
  const may = useMay();
  const refused = useRefused(settled);
  const isFresh = text === settled && (text === '' || (found.isSuccess && !found.isPlaceholderData && refused.isFresh));
  const kinds = text === '' || settled === '' ? [] : (found.data ?? []);
  const hold = may('holds.write') ? heldEntries(kinds, held) : [];
  const lists = kinds.map(({ kind, results, count }) => ofKind(kind, results, count, heldIn(settled) ?? settled));
  const exact = [...refused.entries, ...lists.flatMap(({ entries }) => entries.filter(({ isExact }) => isExact))];
  const isNear = near.map((group) =>
    group.title === t('Actions') ? { ...group, entries: [...hold, ...group.entries] } : group,
  );
  const first: EntryGroup = { title: t('Exact match'), entries: exact };
  const groups: EntryGroup[] = [
    // Whoever says what to do means that, and not whom it is done to.
    ...(held === undefined ? [first, ...isNear] : [...isNear, first]),
    ...lists.map(({ title, entries }) => ({ title, entries: entries.filter(({ isExact }) => !isExact) })),
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), exact, isFresh, error: found.error };
}

/** What needs no answer of the service. */
function useNear(text: string): EntryGroup[] {
  const may = useMay();
  const rooms = useRooms();
  const uid = useQuery(identityQuery).data?.uid ?? 0;
  const recent = recentOf(uid)
    .filter(({ kind }) => may(KINDS[kind]?.permission))
    .map(({ kind, to, title }) => ({ id: `recent ${to}`, label: title, Icon: KINDS[kind].Icon, to }));
  const pages = rooms
    .filter(({ label, to }) => matches(`${label} ${SEARCH_WORDS[to] ?? ''}`, text))
    .map(({ to, label, Icon, letter }) => ({
      id: `page ${to}`,
      label,
      Icon: Icon ?? IconArrowRight,
      to,
      ...(letter !== undefined && { keys: `g ${letter}` }),
    }));
  const actions = ACTIONS.filter(
    ({ permission, label, also = '' }) => may(permission) && matches(`${label} ${also}`, text),
  ).map(({ label, to }) => ({ id: `action ${to}`, label, Icon: IconBolt, to }));
  const own = { title: t('Actions'), entries: actions };
  const goTo = { title: t('Go to'), entries: pages };
  return text === '' ? [{ title: t('Recent'), entries: recent }, own, goTo] : [goTo, own];
}

/** To put on hold who is meant: by name in the text, or because nobody else is found exactly. */
function heldEntries(kinds: readonly Schemas['FoundKindView'][], held: string | undefined): Entry[] {
  const users = kinds.find(({ kind }) => kind === 'user')?.results ?? [];
  return users
    .filter(({ exact }) => exact || held !== undefined)
    .map(({ id, title }) => ({
      id: `hold ${id}`,
      label: t('Put {{title}} on hold', { title }),
      Icon: IconHandStop,
      to: `/payouts/holds?dialog=hold:${id}`,
    }));
}

function ofKind(kind: FoundKind, results: readonly Found[], count: number, text: string): EntryGroup {
  const { label: title, Icon, path, hasSearch = false } = KINDS[kind];
  const entries: Entry[] = results.map(({ id, title, details, status, type, exact }) => ({
    id: `${kind} ${id}`,
    label: kind === 'payout' ? t('Payout {{id}}', { id }) : title,
    details: type === null ? details : [inWords(type), ...details],
    status,
    Icon,
    to: addressOf(kind, id),
    isExact: exact,
  }));
  const all: Entry = {
    id: `all ${kind}`,
    label: t('Show all in {{title}}', { title }),
    Icon: IconListSearch,
    to: `${path}?search=${encodeURIComponent(text)}`,
  };
  return { title, entries: hasSearch && count > results.length ? [...entries, all] : entries };
}
