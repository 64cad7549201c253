import { useQuery } from '@tanstack/react-query';
import type { Dialog } from '../../../components/use-dialog';
import { MoveDialog } from '../member/move-dialog';
import { memberQuery, type NetworkSettings } from '../network.queries';

/** Places the member that the dialog is about. */
export function PlaceDialog({ settings, dialog }: { settings: NetworkSettings; dialog: Dialog }) {
  const uid = Number(dialog.subject);
  const { data } = useQuery({ ...memberQuery(uid), enabled: dialog.isOpen && uid > 0 });
  // Once placed, it is closed before the member is read again.
  if (data?.uid !== uid) return null;
  return <MoveDialog key={uid} member={data} tree="placement" settings={settings} dialog={dialog} />;
}
