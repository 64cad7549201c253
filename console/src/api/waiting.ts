import { notifications } from '@mantine/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from './client';
import { t } from '../i18n/t';

type Approval = Pick<Schemas['ApprovalView'], 'status' | 'waits_for'>;

/** Milliseconds between looks at what waits for the user. */
const LOOK_MS = 30_000;

/** How many proposals wait for the user. */
export const waitingForMeQuery = queryOptions({
  queryKey: ['approvals', 'for-me'],
  queryFn: ({ signal }) =>
    dataOf(api.GET('/admin/api/approvals/', { params: { query: { for_me: 'true', limit: 1 } }, signal })),
  refetchInterval: LOOK_MS,
});

/**
 * Tells the user that an action waits for a second person, and who that can be, or that it was done without approval.
 * @param output the answer of the service
 * @returns whether nothing is done yet
 */
export function tellApproval(output: unknown): boolean {
  const approval = approvalIn(output);
  switch (approval?.status) {
    case 'waiting':
      notifications.show({
        color: 'blue',
        title: t('Nothing has changed yet'),
        message: t('It waits for another person: {{people}}.', { people: namesOf(approval) }),
        autoClose: 10_000,
      });
      return true;
    case 'alone':
      notifications.show({ color: 'yellow', message: t('Done without approval: no second person has reviewed it.') });
      return false;
    default:
      return false;
  }
}

/** Who can approve something, in words. */
export function namesOf({ waits_for: people }: Pick<Approval, 'waits_for'>): string {
  if (people.length === 0) return t('nobody can approve it at present');
  return people.map(({ username }) => username).join(` ${t('or')} `);
}

function approvalIn(output: unknown): Approval | undefined {
  if (typeof output !== 'object' || output === null || !('approval' in output)) return undefined;
  return (output.approval as Approval | null) ?? undefined;
}
