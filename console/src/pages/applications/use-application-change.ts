import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { applicationQuery, type Application } from './applications.queries';

/** Changes an application's settings; its page shows the result immediately. */
export function useApplicationChange(
  id: string,
  options: { done?: string; onDone?: (application: Application) => void; quiet?: boolean } = {},
) {
  const client = useQueryClient();
  return useChange({
    run: (body: Schemas['ChangeApplicationDto']) =>
      dataOf(api.PATCH('/admin/api/applications/{id}/', { params: { path: { id } }, body })),
    refreshes: [['applications'], ['audit']],
    ...options,
    onDone: (application) => {
      const { uid, username } = application.api_admin;
      // A generated password must not be kept in the cache.
      client.setQueryData(applicationQuery(id).queryKey, { ...application, api_admin: { uid, username } });
      options.onDone?.(application);
    },
  });
}
