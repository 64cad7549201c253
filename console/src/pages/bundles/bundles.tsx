import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  CustomFieldFilters,
  customColumns,
  customFilterNames,
  customFilters,
  useCustomFields,
} from '../../components/custom-fields';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import { FilterSelect } from '../../components/filter-select';
import { useListParams } from '../../components/list-params';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { StatusBadge } from '../../components/status-badge';
import { useDialog } from '../../components/use-dialog';
import { bundlePath, bundlesQuery, type Bundle, type CatalogueStatus } from './bundles.queries';
import { ChooseType } from './choose-type';
import { PriceRange } from './price-range';
import { ProductTypePicker } from './product-type-picker';
import { Volumes } from './volumes';

const COLUMNS: readonly Column<Bundle>[] = [
  {
    title: 'Bundle',
    cell: ({ bundle_id, name }) => (
      <Stack gap={0} maw={340} miw={160}>
        <Anchor component={Link} to={bundlePath(bundle_id)} fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
        <Text component="span" className="mono" c="dimmed" lineClamp={2}>
          {bundle_id}
        </Text>
      </Stack>
    ),
  },
  {
    title: 'Type',
    cell: ({ product_type }) => (
      <Text className="mono" truncate maw={170} title={product_type}>
        {product_type}
      </Text>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Variants', isNumeric: true, cell: ({ varients }) => formatNumber(varients.length) },
  { title: 'Price', isNumeric: true, cell: ({ varients }) => <PriceRange varients={varients} /> },
  { title: 'Volumes', isNumeric: true, cell: ({ attributes }) => <Volumes attributes={attributes} /> },
];

const STATUSES: { value: CatalogueStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** The bundles of all types. */
export function BundlesPage() {
  const fields = useCustomFields('bundles');
  const params = useListParams(['product_type', 'status', ...customFilterNames(fields)]);
  const { limit, offset, search, filters } = params;
  const status = filters.status as CatalogueStatus | undefined;
  const { product_type } = filters;
  const query = useQuery(
    bundlesQuery({
      limit,
      offset,
      ...customFilters(filters),
      ...(search && { search }),
      ...(product_type && { product_type }),
      ...(status && { status }),
    }),
  );
  const choice = useDialog('new');
  const create = (
    <May do="bundles.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => choice.open()}>
        Create a bundle
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader
        title="Bundles"
        description="Products for sale, with the volumes that commissions are based on. Each has one or more variants, which are added to carts."
        actions={create}
      />
      <ResourceList
        label="Bundles"
        query={query}
        params={params}
        columns={[...COLUMNS, ...customColumns<Bundle>(fields)]}
        keyOf={({ bundle_id }) => bundle_id}
        toolbar={
          <>
            <SearchBox label="Search by name, id or SKU" value={search} onChange={params.setSearch} />
            <ProductTypePicker
              label="Product type"
              placeholder="Any type"
              value={product_type ?? null}
              onChange={(value) => params.setFilter('product_type', value)}
            />
            <FilterSelect params={params} name="status" label="Status" any="Any status" data={STATUSES} width={160} />
            <CustomFieldFilters fields={fields} params={params} />
          </>
        }
        empty={
          <EmptyState
            Icon={IconPackage}
            title="No bundles yet"
            hint="Create the first one here, or let an application create bundles over the API."
            action={create}
          />
        }
      />
      <ChooseType opened={choice.isOpen} onClose={choice.close} />
    </>
  );
}
