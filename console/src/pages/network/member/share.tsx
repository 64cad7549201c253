import classes from './share.module.css';
import { t, locale } from '../../../i18n/t';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/**
 * A part of a whole, in percent and as a bar.
 * @param whole undefined while it is not known; of a whole that is not above zero there are no parts
 */
export function Share({ part, whole }: { part: number; whole: number | undefined }) {
  if (whole === undefined || whole <= 0) return <span aria-label={t('no share')}>–</span>;
  const share = part / whole;
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
      <span className={classes.percent}>{percent.format(share)}</span>
    </span>
  );
}
