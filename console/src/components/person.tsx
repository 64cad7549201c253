import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { personQuery } from '../api/person';

/** Somebody by uid: the username, with a link to a tab of the user's page. */
export function Person({ uid, tab = 'profile' }: { uid: number; tab?: 'profile' | 'network' | 'earnings' }) {
  const { data } = useQuery(personQuery(uid));
  return (
    <Anchor component={Link} to={`/users/${uid}/${tab}`} inherit>
      {data?.username ?? `uid ${uid}`}
    </Anchor>
  );
}
