import type { Steps } from './series';
import { locale, t } from '../../i18n/t';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const format = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
  const words = new Intl.DateTimeFormat(locale, options);
  return (at) => words.format(at);
};

const minute = format({ hour: 'numeric', minute: '2-digit' });
const hour = format({ hour: 'numeric' });
const weekday = format({ weekday: 'short', day: 'numeric' });
const day = format({ month: 'short', day: 'numeric' });
const wholeDay = format({ weekday: 'short', month: 'short', day: 'numeric' });
const dayAndMinute = format({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** How a time axis is labelled: at which times of the user's time zone, and in which format. */
function marksOf(seconds: number): { isMark: (at: Date) => boolean; words: (at: number) => string } {
  if (seconds <= MINUTE) return { isMark: (at) => at.getMinutes() % 10 === 0, words: minute };
  if (seconds < HOUR) return { isMark: (at) => at.getHours() % 3 === 0 && at.getMinutes() === 0, words: hour };
  if (seconds === HOUR) return { isMark: (at) => at.getHours() === 0, words: weekday };
  return { isMark: (at) => at.getHours() * HOUR < seconds, words: day };
}

/**
 * The labels of the time axis: as many as there is room for.
 * @param room how many
 */
export function timeMarks({ starts, seconds }: Steps, room: number): { index: number; text: string }[] {
  const { isMark, words } = marksOf(seconds);
  const all = starts.flatMap((at, index) => (isMark(new Date(at)) ? [{ index, text: words(at) }] : []));
  const every = Math.max(1, Math.ceil(all.length / room));
  return all.filter((_, place) => place % every === 0);
}

/** The time span of a step: `Nov 21, 10:15 AM – 10:30 AM`, or `Sat, Nov 21` for a day. */
export function spanText({ starts, seconds }: Steps, index: number): string {
  const start = starts[index]!;
  if (seconds === DAY) return wholeDay(start);
  const isLast = index === starts.length - 1;
  const end = isLast ? t('now') : minute(start + seconds * 1_000);
  return `${dayAndMinute(start)} – ${end}`;
}
