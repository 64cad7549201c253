import { useState } from 'react';
import { useLate } from '../components/use-late';
import { AccountButton } from './account-button';

interface AccountMenuProps {
  username: string;
  roles: readonly string[];
  /** Opens the list of shortcuts. */
  onShortcuts: () => void;
}

const load = () => import('./account-dropdown');

/** The account menu with the log-out. */
export function AccountMenu(props: AccountMenuProps) {
  const late = useLate(load);
  const [isWanted, setWanted] = useState(false);
  if (late === undefined) return <AccountButton username={props.username} onClick={() => setWanted(true)} />;
  return <late.AccountDropdown {...props} opensAtOnce={isWanted} />;
}
