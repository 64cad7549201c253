import { RefusedList } from '../requests';
import { useApplication } from './use-application';

/** What was refused of an application, and why. */
export function RequestsTab() {
  return <RefusedList applicationId={useApplication().id} />;
}
