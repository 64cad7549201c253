import { MemberEarnings } from '../earnings';
import { useUser } from './use-user';

/** What a user earned as a member. */
export function EarningsTab() {
  const { uid, username } = useUser();
  return <MemberEarnings uid={uid} username={username} />;
}
