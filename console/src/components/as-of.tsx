import { rich } from '../i18n/rich';
import { formatDate } from './format';

/** When figures that still change were read. */
export function AsOf({ at }: { at: string }) {
  return rich('As of <time/>.', { time: <time dateTime={at}>{formatDate(at)}</time> });
}
