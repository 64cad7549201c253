import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { customColumns, customListFilters, useCustomFields } from '../../components/custom-fields';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import type { Choice, ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { Thumbnail } from '../../components/thumbnail';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { bundlePath, bundlesQuery, type Bundle, type BundlesQuery, type CatalogueStatus } from './bundles.queries';
import { ChooseType } from './choose-type';
import { PriceRange } from './price-range';
import { ProductTypePicker } from './product-type-picker';
import { Volumes } from './volumes';
import { t } from '../../i18n/t';

const COLUMNS: readonly Column<Bundle>[] = [
  {
    id: 'bundle',
    title: t('Bundle'),
    sort: 'name',
    cell: ({ bundle_id, name, image }) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail address={image} size={32} />
        <Anchor component={Link} to={bundlePath(bundle_id)} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
      </Group>
    ),
  },
  {
    id: 'bundle_id',
    title: t('Bundle id'),
    cell: ({ bundle_id }) => (
      <Text className="mono" truncate maw={190} title={bundle_id}>
        {bundle_id}
      </Text>
    ),
  },
  {
    id: 'type',
    title: t('Type'),
    cell: ({ product_type }) => (
      <Text className="mono" truncate maw={170} title={product_type}>
        {product_type}
      </Text>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'variants', title: t('Variants'), isNumeric: true, cell: ({ varients }) => formatNumber(varients.length) },
  { id: 'price', title: t('Price'), isNumeric: true, cell: ({ varients }) => <PriceRange varients={varients} /> },
  {
    id: 'volumes',
    title: t('Volumes'),
    isNumeric: true,
    cell: ({ attributes }) => <Volumes attributes={attributes} />,
  },
  { id: 'created', title: t('Created'), sort: '-created_at', cell: ({ created_at }) => <When at={created_at} /> },
];

const STATUSES: readonly (Choice & { value: CatalogueStatus })[] = [
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
];

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'own',
    name: 'product_type',
    label: t('Product type'),
    told: (name) => name,
    input: (value, set) => (
      <ProductTypePicker label={t('Product type')} placeholder={t('Any type')} value={value ?? null} onChange={set} />
    ),
  },
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
];

/** The bundles of all types. */
export function BundlesPage() {
  const fields = useCustomFields('bundles');
  const list = useList([...FILTERS, ...customListFilters(fields)], '-created_at');
  const query = useQuery(bundlesQuery(pageOf<BundlesQuery>(list)));
  const choice = useDialog('new');
  const create = (
    <May do="bundles.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => choice.open()}>
        {t('Create a bundle')}
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader
        title={t('Bundles')}
        description={t(
          'Products for sale, with the volumes that commissions are based on. Each has one or more variants, which are added to carts.',
        )}
        actions={create}
      />
      <ResourceList
        label={t('Bundles')}
        name="bundles"
        query={query}
        params={list}
        columns={[...COLUMNS, ...customColumns<Bundle>(fields)]}
        keyOf={({ bundle_id }) => bundle_id}
        toolbar={<ListToolbar list={list} search={t('Search by name, id or SKU')} />}
        csv={{ path: 'bundles/', asked: list.narrowed }}
        empty={
          <EmptyState
            Icon={IconPackage}
            title={t('No bundles yet')}
            hint={t('Create the first one here, or let an application create bundles over the API.')}
            action={create}
          />
        }
      />
      <ChooseType opened={choice.isOpen} onClose={choice.close} />
    </>
  );
}
