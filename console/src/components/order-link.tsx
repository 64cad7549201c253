import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../api/permissions';
import { t } from '../i18n/t';

interface OrderLinkProps extends Pick<AnchorProps, 'size' | 'inherit'> {
  id: number;
  number: string | null;
}

/** The number of an order, which leads to it for those who may read it. */
export function OrderLink({ id, number, ...anchor }: OrderLinkProps) {
  const name = number ?? t('Order id {{id}}', { id });
  if (!useMay()('orders.read')) return name;
  return (
    <Anchor component={Link} to={`/orders/${id}`} {...anchor}>
      {name}
    </Anchor>
  );
}
