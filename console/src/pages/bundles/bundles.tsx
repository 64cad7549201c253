import { Anchor, Box, Button, Group, Text, Loader, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { customColumns, customListFilters, useCustomFields } from '../../components/custom-fields';
import { EmptyState } from '../../components/empty-state';
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
import { plural, t } from '../../i18n/t';
import { serviceQuery } from '../../api/service';
import { formatPrice, formatNumber } from '../../components/format';
import classes from './form/form.module.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { productTypeQuery, productTypesQuery } from '../product-types/index';

const COLUMNS: readonly Column<Bundle>[] = [
  {
    id: 'bundle',
    title: t('Bundle'),
    sort: 'name',
    cell: ({ bundle_id, name, image }) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail address={image} size={32} />
        <Box miw={150} style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={bundlePath(bundle_id)} size="sm">
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {bundle_id}
          </Text>
        </Box>
      </Group>
    ),
  },
  {
    id: 'type',
    title: t('Type'),
    cell: ({ product_type, product_type_label }) => (
      <Text size="sm" maw={150} title={product_type}>
        {product_type_label}
      </Text>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'price',
    title: t('Price'),
    isNumeric: true,
    cell: ({ varients }) => (
      <>
        <PriceRange varients={varients} />
        <Text size="xs" c="dimmed">
          {plural(varients.length, '{{count}} variant', '{{count}} variants')}
        </Text>
      </>
    ),
  },
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
    told: (name) => <ProductTypeLabel name={name} />,
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
        actions={
          <>
            <May do="imports.write">
              <Button component={Link} to="/imports/new/bundles" variant="default">
                {t('Import bundles')}
              </Button>
            </May>
            {create}
          </>
        }
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

const LONGEST_LINE = 20;

/** The price range of a bundle's variants. */
function PriceRange({ varients }: { varients: Bundle['varients'] }) {
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

const SHORT: readonly [string, string, string][] = [
  ['business-volume', 'BV', t('business volume')],
  ['points', 'P', 'points'],
  ['cumulative-volume', 'CV', t('cumulative volume')],
];

/** The volumes of a bundle on one line: `20 BV · 15.25 P · 30 CV`. */
function Volumes({ attributes }: { attributes: Bundle['attributes'] }) {
  return (
    <Text component="span" size="sm" style={{ whiteSpace: 'nowrap' }}>
      {SHORT.map(([name, short, long], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          {formatNumber(Number(attributes[name] ?? 0))}{' '}
          <Text component="abbr" inherit c="dimmed" title={long} td="none">
            {short}
          </Text>
        </span>
      ))}
    </Text>
  );
}

const SHOWN = 20;
const DELAY_MS = 200;

interface ProductTypePickerProps {
  label: string;
  placeholder: string;
  /** A type's name. */
  value: string | null;
  onChange: (name: string | null) => void;
}

/** A product type in words. */
function ProductTypeLabel({ name }: { name: string }) {
  return useQuery(productTypeQuery(name)).data?.label ?? name;
}

/** Filters a list by product type; the service searches by name or label. */
function ProductTypePicker({ label, placeholder, value, onChange }: ProductTypePickerProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DELAY_MS);
  // After a choice the field contains its label, which is not a search.
  const { data, isFetching } = useQuery(
    productTypesQuery({ limit: SHOWN, ...(value === null && search && { search }) }),
  );
  const found = (data?.results ?? []).map((type) => ({ value: type.name, label: type.label }));
  const isFound = value === null || found.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      data={isFound ? found : [{ value, label: value }, ...found]}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div style={{ minWidth: 0 }}>
          <Text size="sm">{option.label}</Text>
          <Text className="mono" c="dimmed">
            {option.value}
          </Text>
        </div>
      )}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No type matches')}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      w={{ base: '100%', xs: 220 }}
    />
  );
}
