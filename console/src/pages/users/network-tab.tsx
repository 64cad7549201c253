import { MemberPosition, Team } from '../network';
import { useUser } from './use-user';

/** The position of a user in the network. */
export function NetworkTab() {
  const { uid, username } = useUser();
  return <MemberPosition uid={uid} username={username} />;
}

/** Everybody below a user. */
export function TeamTab() {
  const { uid, username } = useUser();
  return <Team key={uid} uid={uid} username={username} />;
}
