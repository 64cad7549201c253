import { MemberPosition } from '../network';
import { useUser } from './use-user';

/** Where a user stands in the network. */
export function NetworkTab() {
  const { uid, username } = useUser();
  return <MemberPosition uid={uid} username={username} />;
}
