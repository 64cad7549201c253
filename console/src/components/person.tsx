import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../api/permissions';
import { personQuery } from '../api/person';
import { t } from '../i18n/t';

/** Somebody by uid: the username, with a link to a tab of the user's page. */
export function Person({ uid, tab = 'profile' }: { uid: number; tab?: 'profile' | 'network' | 'earnings' }) {
  const mayRead = useMay()('users.read');
  const { data } = useQuery({ ...personQuery(uid), enabled: mayRead });
  if (!mayRead) return t('uid {{uid}}', { uid });
  return (
    <Anchor component={Link} to={`/users/${uid}/${tab}`} inherit>
      {data?.username ?? t('uid {{uid}}', { uid })}
    </Anchor>
  );
}
