import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '../../api/service';
import { formatPrice } from '../../components/format';
import type { Bundle } from './bundles.queries';
import classes from './form/form.module.css';

const LONGEST_LINE = 20;

/** The price range of a bundle's variants. */
export function PriceRange({ varients }: { varients: Bundle['varients'] }) {
  const currency = useQuery(serviceQuery).data?.currency_code ?? null;
  const prices = varients.map(({ price }) => Number(price));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const [from, to] = [formatPrice(least, currency), formatPrice(most, currency)];
  if (from === to) return from;
  // A short range stays on one line; a long one may wrap between the prices.
  if (from.length + to.length <= LONGEST_LINE) return <span className={classes.line}>{`${from} – ${to}`}</span>;
  return (
    <>
      <span className={classes.line}>{from}</span> – <span className={classes.line}>{to}</span>
    </>
  );
}
