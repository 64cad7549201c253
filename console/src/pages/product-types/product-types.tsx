import { Anchor, Button, Stack, Text, Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCategory, IconPlus, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { formatNumber } from '../../components/format';
import { useListParams } from '../../components/list-params';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { When } from '../../components/when';
import { productTypesQuery, type ProductType } from './product-types.queries';
import { t } from '../../i18n/t';
import { API_PRODUCT_TYPE } from './api-product-type';
import { rich } from '../../i18n/rich';

const COLUMNS: readonly Column<ProductType>[] = [
  {
    title: t('Product type'),
    cell: ({ name, label }) => (
      <Stack gap={0}>
        <Anchor component={Link} to={`/product-types/${name}`} fw={600}>
          {label}
        </Anchor>
        <Text component="span" className="mono" c="dimmed">
          {name}
        </Text>
      </Stack>
    ),
  },
  { title: t('Variant fields'), isNumeric: true, cell: ({ variant_fields }) => formatNumber(variant_fields.length) },
  { title: t('Attributes'), isNumeric: true, cell: ({ attributes }) => formatNumber(attributes.length) },
  {
    title: t('Bundles'),
    isNumeric: true,
    cell: ({ name, label, bundles }) =>
      bundles === 0 ? (
        '0'
      ) : (
        <Anchor
          component={Link}
          to={`/bundles?product_type=${name}`}
          inherit
          aria-label={t('{{bundles}} bundles of type {{label}}', { bundles: formatNumber(bundles), label })}
        >
          {formatNumber(bundles)}
        </Anchor>
      ),
  },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} /> },
];

/** All product types. */
export function ProductTypesPage() {
  const params = useListParams();
  const { limit, offset, search } = params;
  const asked = { limit, offset, ...(search && { search }) };
  const query = useQuery(productTypesQuery(asked));
  return (
    <>
      <PageHeader
        title={t('Product types')}
        description={t(
          'Types of bundles. Each defines the fields of variants, and the volumes and other attributes of bundles.',
        )}
        actions={<CreateButton />}
      />
      <Stack gap="md">
        <ApiTypeMissing />
        <ResourceList
          label={t('Product types')}
          query={query}
          params={params}
          columns={COLUMNS}
          keyOf={({ name }) => name}
          toolbar={<SearchBox label={t('Search by name or label')} value={search} onChange={params.setSearch} />}
          csv={{ path: 'product-types/', asked }}
          empty={
            <EmptyState
              Icon={IconCategory}
              title={t('No product types yet')}
              hint={t('Every bundle has a type. Create the first type, then bundles of it.')}
              action={<CreateButton />}
            />
          }
        />
      </Stack>
    </>
  );
}

function CreateButton() {
  return (
    <May do="product-types.write">
      <Button component={Link} to="/product-types/+new" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('Create a product type')}
      </Button>
    </May>
  );
}

/** Warns that applications cannot create bundles while their product type does not exist. */
function ApiTypeMissing() {
  const { data } = useQuery(productTypesQuery({ limit: 100, search: API_PRODUCT_TYPE }));
  if (data === undefined || data.results.some(({ name }) => name === API_PRODUCT_TYPE)) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('Applications cannot create bundles yet')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {rich('Bundles that applications create through the API have the type <name/>, which does not exist here.', {
            name: <span className="mono">{API_PRODUCT_TYPE}</span>,
          })}
        </Text>
        <Button component={Link} to={`/product-types/+new?name=${API_PRODUCT_TYPE}`} size="xs">
          {t('Create {{name}}', { name: API_PRODUCT_TYPE })}
        </Button>
      </Stack>
    </Alert>
  );
}
