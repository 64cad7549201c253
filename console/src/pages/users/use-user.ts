import { useOutletContext } from 'react-router';
import type { User } from './users.queries';

/** The user whose page this is. For its tabs, which are rendered inside {@link UserPage}. */
export function useUser(): User {
  return useOutletContext<User>();
}
