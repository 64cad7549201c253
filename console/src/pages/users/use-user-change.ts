import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { userQuery, type User } from './users.queries';

/** Changes a user; the page shows the result immediately. */
export function useUserChange(
  uid: number,
  options: { done?: string; onDone?: (user: Schemas['UserWithPasswordView']) => void; quiet?: boolean } = {},
) {
  const client = useQueryClient();
  return useChange({
    run: (body: Schemas['ChangeUserDto']) =>
      dataOf(api.PATCH('/admin/api/users/{uid}/', { params: { path: { uid } }, body })),
    // The session too: changing one's own password ends it.
    refreshes: [['users', 'list'], ['users', 'picker'], ['audit'], ['session']],
    ...options,
    onDone: (changed) => {
      // A generated password must not be kept in the cache.
      const { password: _, approval: __, ...user } = changed;
      client.setQueryData<User>(userQuery(String(uid)).queryKey, user);
      options.onDone?.(changed);
    },
  });
}
