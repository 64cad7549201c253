import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client';
import { UserPicker } from '../../../components/user-picker';
import { t } from '../../../i18n/t';

/** The sponsor to filter by; shares its cache entry with the user page. */
const sponsorQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'one', String(uid)],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/users/{uid}/', { params: { path: { uid } }, signal })),
  });

/** Filters who waits by sponsor. */
export function SponsorFilter({ uid, onChange }: { uid: number | undefined; onChange: (uid: string | null) => void }) {
  const { data } = useQuery({ ...sponsorQuery(uid ?? 0), enabled: uid !== undefined });
  return (
    <UserPicker
      aria-label={t('Sponsor')}
      placeholder={t('Any sponsor')}
      value={uid === undefined || data === undefined ? null : data}
      onChange={(user) => onChange(user === null ? null : String(user.uid))}
      w={{ base: '100%', xs: 220 }}
    />
  );
}
