import { rich } from '../i18n/rich';
import { formatDate } from './format';

/** From when figures are that go on changing. */
export function AsOf({ at }: { at: string }) {
  return rich('As of <time/>.', { time: <time dateTime={at}>{formatDate(at)}</time> });
}
