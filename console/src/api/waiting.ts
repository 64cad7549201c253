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
        message:
          approval.waits_for.length === 0
            ? nobodyCanApprove()
            : t('It waits for another person: {{people}}.', { people: namesOf(approval.waits_for) }),
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

/** For whom something waits, in a sentence; where nobody can approve it, what to do. */
export function waitsFor({ waits_for: people }: Pick<Approval, 'waits_for'>): string {
  return people.length === 0 ? nobodyCanApprove() : t('It waits for {{people}}.', { people: namesOf(people) });
}

/** The names, joined by “or”: one of these people is enough. */
export function namesOf(people: Approval['waits_for']): string {
  return people.map(({ username }) => username).join(` ${t('or')} `);
}

/** Says that nobody can approve it, and what to do. */
export function nobodyCanApprove(): string {
  return t(
    'At present nobody can approve it. Somebody else who took no part in it needs the permission. An account that is new, or that somebody who took part has changed, counts only after the number of days in the approval settings.',
  );
}

function approvalIn(output: unknown): Approval | undefined {
  if (typeof output !== 'object' || output === null || !('approval' in output)) return undefined;
  return (output.approval as Approval | null) ?? undefined;
}
