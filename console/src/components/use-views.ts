import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../api/client';
import { identityQuery } from '../api/session';
import { useChange } from '../api/use-change';
import { useArrangement, type Arrangement } from './list-layout';
import type { ListParams } from './list-params';
import { tellUndoable } from './undo';
import { t } from '../i18n/t';

/** What a user looks for again and again in a list. */
export type View = Schemas['SavedViewView'];

/** The views of a list: the user's own, and what others share. */
export interface Views {
  readonly all: readonly View[];
  /** The one that is open, even if more was narrowed since. */
  readonly open: View | undefined;
  readonly isOwn: (view: View) => boolean;
  /** Saves what is looked for now; under a name of one's own that is there already, instead of that view. */
  readonly save: (name: string) => void;
  readonly change: (view: View, changes: Schemas['ChangeViewDto']) => void;
  readonly remove: (view: View) => void;
  /** The columns of the view that is open, or of the list. */
  readonly arrangement: Arrangement;
  readonly arrange: (arrangement: Arrangement) => void;
}

/** @param list what the list is called; nothing is kept without it */
export function useViews(
  list: string | undefined,
  { kept = '', view: openId, apply }: Partial<Pick<ListParams, 'kept' | 'view' | 'apply'>>,
): Views {
  const client = useQueryClient();
  const queryKey = ['views', list];
  const enabled = list !== undefined;
  const uid = useQuery({ ...identityQuery, enabled }).data?.uid;
  const { data: all = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/views/', { params: { query: { list: list! } }, signal })),
    staleTime: 60_000,
    enabled: enabled && apply !== undefined,
  });
  const [usual, setUsual] = useArrangement(list ?? '');
  /** Columns of views as they were arranged here: saved with one's own, gone with the page for those of others. */
  const [arranged, setArranged] = useState<Readonly<Record<number, Arrangement>>>({});
  const open = all.find(({ id }) => String(id) === openId);
  const arrangement = open === undefined ? usual : (arranged[open.id] ?? columnsOf(open));
  const isOwn = (view: View): boolean => view.uid === uid;
  const refreshes = [queryKey];
  const scope = 'views';
  const saving = useChange({
    run: (body: Schemas['SaveViewDto']) => dataOf(api.POST('/admin/api/views/', { body })),
    refreshes,
    scope,
    onDone: (view) =>
      client.setQueryData<View[]>(queryKey, (old = []) => [...old.filter(({ id }) => id !== view.id), view]),
  });
  const changing = useChange({
    run: ({ id, body }: { id: number; body: Schemas['ChangeViewDto'] }) =>
      dataOf(api.PATCH('/admin/api/views/{id}/', { params: { path: { id } }, body })),
    refreshes,
    scope,
  });
  const removing = useChange({
    run: ({ id }: View) => api.DELETE('/admin/api/views/{id}/', { params: { path: { id } } }),
    refreshes,
    scope,
    onDone: (_, view) => {
      if (String(view.id) === openId) apply?.('', null);
      const { id: _id, uid: _uid, username: _username, ...again } = view;
      if (isOwn(view)) tellUndoable(t('Deleted the view'), () => saving.mutate(again));
    },
  });
  return {
    all,
    open,
    isOwn,
    save: (name) =>
      saving.mutate(
        { list: list!, name, query: kept, ...toColumns(arrangement) },
        {
          onSuccess: ({ id }) => {
            setArranged((now) => ({ ...now, [id]: arrangement }));
            apply?.(kept, String(id));
          },
        },
      ),
    change: ({ id }, body) => changing.mutate({ id, body }),
    remove: removing.mutate,
    arrangement,
    arrange: (next) => {
      if (open === undefined) return setUsual(next);
      setArranged({ ...arranged, [open.id]: next });
      if (isOwn(open)) changing.mutate({ id: open.id, body: toColumns(next) });
    },
  };
}

function columnsOf({ column_order: order, hidden_columns: hidden }: View): Arrangement {
  return { order, hidden };
}

function toColumns({ order, hidden }: Arrangement): { column_order: string[]; hidden_columns: string[] } {
  return { column_order: [...order], hidden_columns: [...hidden] };
}
