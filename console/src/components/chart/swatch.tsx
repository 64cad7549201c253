import classes from './chart.module.css';

/** The colour of a series, next to its name. */
export function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden />;
}
