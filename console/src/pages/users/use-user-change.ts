import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { userQuery, type User } from './users.queries';

/** A change of a user; the page shows the outcome at once. */
export function useUserChange(
  uid: number,
  options: { done?: string; onDone?: (user: Schemas['UserWithPasswordView']) => void; quiet?: boolean } = {},
) {
  const client = useQueryClient();
  return useChange({
    run: (body: Schemas['ChangeUserDto']) =>
      dataOf(api.PATCH('/admin/api/users/{uid}/', { params: { path: { uid } }, body })),
    // The session too: a new password of one's own ends it.
    refreshes: [['users', 'list'], ['users', 'picker'], ['audit'], ['session']],
    ...options,
    onDone: (changed) => {
      // A password that was made is for the one who asked, not for the cache.
      const { password: _, ...user } = changed;
      client.setQueryData<User>(userQuery(String(uid)).queryKey, user);
      options.onDone?.(changed);
    },
  });
}
