import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '../../api/service';
import { formatMoney } from '../../components/format';
import type { Bundle } from './bundles.queries';
import classes from './form/form.module.css';

/** What the variants of a bundle cost: from the least to the most. */
export function PriceRange({ varients }: { varients: Bundle['varients'] }) {
  const currency = useQuery(serviceQuery).data?.currency_code ?? null;
  const prices = varients.map(({ price }) => Number(price));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return (
    <>
      <span className={classes.line}>{formatMoney(least, currency)}</span>
      {least !== most && (
        <>
          {' – '}
          <span className={classes.line}>{formatMoney(most, currency)}</span>
        </>
      )}
    </>
  );
}
