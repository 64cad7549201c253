import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '#console/api/client';
import type { User } from '#console/components/user-picker';

/** Looks a user up by its uid, for fields that hold whole users. */
export function useUserOf(onFound: (user: User) => void): { find: (uid: number) => void; isFinding: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (uid: number) => dataOf(api.GET('/admin/api/users/{uid}/', { params: { path: { uid } } })),
    onSuccess: onFound,
  });
  return { find: mutate, isFinding: isPending };
}
