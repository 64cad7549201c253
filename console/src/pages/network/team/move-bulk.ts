import { IconArrowsMove } from '@tabler/icons-react';
import { api, dataOf, type Schemas } from '#console/api/client';
import { ApiFailure } from '#console/api/failure';
import { useMay } from '#console/api/permissions';
import type { Bulk, BulkAction } from '#console/components/bulk';
import { MAX_REASON, REASON } from '#console/components/reason-field';
import { t } from '#console/i18n/t';
import type { Below, DownlineQuery } from '../network.queries';

/** A move that was made, and why. */
interface Moved {
  move: Schemas['MoveView'];
  reason: string;
}

/** Puts a member below another sponsor, from now on. */
async function move(uid: number, sponsor: number | null, reason: string): Promise<Moved> {
  const moved = await dataOf(
    api.POST('/admin/api/network/{uid}/move/', {
      params: { path: { uid } },
      body: { tree: 'sponsor', parent_uid: sponsor, reason: reason.slice(0, MAX_REASON), dry_run: false },
    }),
  );
  return { move: moved, reason };
}

/** Puts a member back to where the move found it, unless somebody has moved it again. */
async function moveBack(uid: number, { move: { from, to }, reason }: Moved): Promise<Moved> {
  const { sponsor } = await dataOf(api.GET('/admin/api/network/{uid}/', { params: { path: { uid } } }));
  if (sponsor.position?.parent_uid !== to.parent_uid)
    throw new ApiFailure(409, 'Conflict', t('has been moved again since'));
  return move(uid, from?.parent_uid ?? null, t('Undone: {{reason}}', { reason }));
}

const MOVE: BulkAction<Below> = {
  label: t('Move'),
  Icon: IconArrowsMove,
  question: t(
    'Each of them is then directly below the new sponsor, together with everybody below; also those who are below each other now. From now on; past periods do not change.',
  ),
  fields: [{ label: t('New sponsor'), isRequired: true, isUser: true }, REASON],
  run: ({ uid }, [sponsor, reason]) => move(uid, Number(sponsor), reason!),
  undo: ({ uid }, output) => moveBack(uid, output as Moved),
};

/**
 * What can be done to several members of a team, for those who may; in the placement tree each needs a leg of its own.
 * @param query what the list asks for
 */
export function useTeamBulk(uid: number, query: DownlineQuery): Bulk<Below> | undefined {
  const may = useMay();
  if (query.tree === 'placement' || !may('network.write')) return undefined;
  return {
    actions: [MOVE],
    nameOf: ({ username }) => username,
    read: (page) =>
      dataOf(
        api.GET('/admin/api/network/{uid}/downline/', { params: { path: { uid }, query: { ...query, ...page } } }),
      ),
    refreshes: [['network'], ['users'], ['corrections'], ['audit']],
  };
}
