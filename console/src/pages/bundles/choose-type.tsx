import { Button, Group, Modal, NavLink, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { SearchBox } from '../../components/search-box';
import { API_PRODUCT_TYPE, productTypesQuery, type ProductType } from '../product-types';
import { t } from '../../i18n/t';

const SHOWN = 10;

/** The first step of a new bundle: its type, which determines the form. */
export function ChooseType({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('What type is the new bundle?')} size="lg">
      <Types />
    </Modal>
  );
}

function Types() {
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery(productTypesQuery({ limit: SHOWN, ...(search && { search }) }));
  if (isPending) return <Skeleton height={160} role="status" aria-label={t('Loading the product types')} />;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data.count === 0 && search === '')
    return (
      <EmptyState
        title={t('No product types yet')}
        hint={t('Every bundle has a type, which defines its fields.')}
        action={
          <Button component={Link} to="/product-types/+new">
            {t('Create a product type')}
          </Button>
        }
      />
    );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('The type defines the fields of the bundle. It cannot be changed later.')}
      </Text>
      {(data.count > SHOWN || search !== '') && (
        <SearchBox label={t('Search product types')} value={search} onChange={setSearch} />
      )}
      <Stack component="ul" gap={4} p={0} m={0} aria-label={t('Product types')} style={{ listStyle: 'none' }}>
        {data.results.map((type) => (
          <li key={type.name}>
            <NavLink
              component={Link}
              to={`/bundles/new/${type.name}`}
              label={
                <Group gap="xs" align="baseline">
                  <Text component="span" fw={600}>
                    {type.label}
                  </Text>
                  <Text component="span" className="mono" c="dimmed">
                    {type.name}
                  </Text>
                </Group>
              }
              description={about(type)}
              rightSection={<IconChevronRight size={16} aria-hidden />}
              styles={{ root: { borderRadius: 'var(--mantine-radius-md)' }, description: { color: 'inherit' } }}
            />
          </li>
        ))}
      </Stack>
      {data.count === 0 && <Text role="status">{t('No type matches.')}</Text>}
      {data.count > data.results.length && (
        <Text size="sm" c="dimmed" role="status">
          {t('{{more}} more. Search to find them.', { more: data.count - data.results.length })}
        </Text>
      )}
    </Stack>
  );
}

function about({ name, variant_fields, attributes }: ProductType): string {
  if (name === API_PRODUCT_TYPE) return t('Also created by applications through the API.');
  const names = [...variant_fields, ...attributes];
  return names.length === 0 ? t('Price only') : names.join(', ');
}
