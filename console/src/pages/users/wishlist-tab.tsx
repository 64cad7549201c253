import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHeart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { serviceQuery } from '../../api/service';
import { EmptyState } from '../../components/empty-state';
import { formatNumber, formatPrice } from '../../components/format';
import { useListParams } from '../../components/list-params';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { useUser } from './use-user';
import { wishlistQuery, type WishlistItem } from './users.queries';
import { t } from '../../i18n/t';

const columnsIn = (currency: string | null): readonly Column<WishlistItem>[] => [
  {
    title: t('Product'),
    cell: ({ name, sku, bundle_id }) => (
      <Stack gap={0}>
        <Anchor component={Link} to={`/bundles/${encodeURIComponent(bundle_id)}`} fw={600}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" className="mono">
          {sku}
        </Text>
      </Stack>
    ),
  },
  { title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { title: t('Since'), cell: ({ added_at }) => <When at={added_at} /> },
  { title: t('Price'), cell: ({ price }) => formatPrice(price, currency), isNumeric: true },
  { title: t('Business volume'), cell: ({ business_volume }) => formatNumber(business_volume), isNumeric: true },
  { title: t('Points'), cell: ({ points }) => formatNumber(points), isNumeric: true },
  { title: t('Cumulative volume'), cell: ({ cumulative_volume }) => formatNumber(cumulative_volume), isNumeric: true },
];

/** The wishlist of a user, newest first. */
export function WishlistTab() {
  const { uid, username } = useUser();
  const { data: service } = useQuery(serviceQuery);
  const params = useListParams();
  const { limit, offset, search } = params;
  const query = useQuery(wishlistQuery(uid, { limit, offset, ...(search && { search }) }));
  return (
    <ResourceList
      label={t('Wishlist of {{username}}', { username })}
      query={query}
      params={params}
      columns={columnsIn(service?.currency_code ?? null)}
      keyOf={({ product_id }) => product_id}
      toolbar={<SearchBox label={t('Search by name or SKU')} value={search} onChange={params.setSearch} />}
      empty={
        <EmptyState
          title={t('The wishlist is empty')}
          hint={t('Products that {{username}} adds in an application appear here.', { username })}
          Icon={IconHeart}
        />
      }
    />
  );
}
