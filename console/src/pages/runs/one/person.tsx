import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { personQuery } from '../runs.queries';

/** Somebody by uid: the username, with a link to the user. */
export function Person({ uid }: { uid: number }) {
  const { data } = useQuery(personQuery(uid));
  return (
    <Anchor component={Link} to={`/users/${uid}`} inherit>
      {data?.username ?? `uid ${uid}`}
    </Anchor>
  );
}
