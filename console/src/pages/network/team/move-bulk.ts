import { IconArrowsMove } from '@tabler/icons-react';
import { api, dataOf } from '#console/api/client';
import { useMay } from '#console/api/permissions';
import type { Bulk, BulkAction } from '#console/components/bulk';
import { t } from '#console/i18n/t';
import type { Below, DownlineQuery } from '../network.queries';

const MAX_REASON = 500;

/** Puts a member below another sponsor, from now on. */
async function move(uid: number, sponsor: number, reason: string): Promise<{ reason: string }> {
  await dataOf(
    api.POST('/admin/api/network/{uid}/move/', {
      params: { path: { uid } },
      body: { tree: 'sponsor', parent_uid: sponsor, reason, dry_run: false },
    }),
  );
  return { reason };
}

const MOVE: BulkAction<Below> = {
  label: t('Move'),
  Icon: IconArrowsMove,
  question: t(
    'Each of them is then directly below the new sponsor, together with everybody below. From now on; past periods do not change.',
  ),
  fields: [
    { label: t('New sponsor'), isRequired: true, isUser: true },
    {
      label: t('Reason'),
      description: t('Kept in the history and in the audit log.'),
      isRequired: true,
      maxLength: MAX_REASON,
    },
  ],
  run: ({ uid }, [sponsor, reason]) => move(uid, Number(sponsor), reason!),
  undo: ({ uid, parent_uid: before }, output) => move(uid, before!, (output as { reason: string }).reason),
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
