import { MemberPosition } from '../network';
import { useUser } from './use-user';

/** The position of a user in the network. */
export function NetworkTab() {
  const { uid, username } = useUser();
  return <MemberPosition uid={uid} username={username} />;
}
