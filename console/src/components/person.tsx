import { Anchor, type AnchorProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../api/permissions';
import { personQuery } from '../api/person';
import { t } from '../i18n/t';

type Tab = 'profile' | 'network' | 'earnings';

/** Somebody by uid: the username, with a link to a tab of the user's page. */
export function Person({ uid, tab = 'profile' }: { uid: number; tab?: Tab }) {
  const mayRead = useMay()('users.read');
  const { data } = useQuery({ ...personQuery(uid), enabled: mayRead });
  if (!mayRead) return t('uid {{uid}}', { uid });
  return <UserLink uid={uid} name={data?.username} tab={tab} inherit />;
}

interface UserLinkProps extends AnchorProps {
  uid: number;
  /** The username or another name; without one, the uid is shown. */
  name: string | null | undefined;
  /** Without it, the first that the user's page has. */
  tab?: Tab;
}

/** A link to the page of a user whose name was read along. */
export function UserLink({ uid, name, tab, ...looks }: UserLinkProps) {
  return (
    <Anchor component={Link} to={tab === undefined ? `/users/${uid}` : `/users/${uid}/${tab}`} {...looks}>
      {name ?? t('uid {{uid}}', { uid })}
    </Anchor>
  );
}
