import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import classes from './delta.module.css';
import { signed } from './format';
import { t } from '../i18n/t';

interface DeltaProps {
  value: number;
  format: (value: number) => string;
  /** Shown for 0. */
  none?: string;
}

/** What floats leave over beyond the fourth decimal is no difference. */
export const differenceOf = (value: number, before: number): number => Math.round((value - before) * 10_000) / 10_000;

/** A difference: an arrow, its sign and its size. It does not say whether that is good: a higher payout is not. */
export function Delta({ value, format, none = t('the same') }: DeltaProps) {
  if (value === 0) return <span className={`${classes.delta} ${classes.none}`}>{none}</span>;
  const Icon = value > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={`${classes.delta} ${value > 0 ? classes.up : classes.down}`}>
      <Icon size="1em" stroke={2} aria-hidden />
      {signed(value, format)}
    </span>
  );
}
