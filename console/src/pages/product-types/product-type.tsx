import { Stack, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams, Link } from 'react-router';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { ProductTypeForm } from './product-type-form';
import { productTypeQuery, type ProductType } from './product-types.queries';
import { HistoryButton } from '../audit';
import { t, plural } from '../../i18n/t';
import { IconTrash } from '@tabler/icons-react';
import { api } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { FormSection } from '../../components/form-section';
import { API_PRODUCT_TYPE } from './api-product-type';

const BACK = { to: '/product-types', label: t('Product types') };

/** One product type: its label, its fields, and its deletion. */
export function ProductTypePage() {
  const { name = '' } = useParams();
  const query = useQuery(productTypeQuery(name));
  const { data } = query;
  const [isGone, setGone] = useState(false);
  // Unmount the form first, so that it does not ask about unsaved changes.
  if (isGone) return <Navigate to="/product-types" replace />;
  if (data === undefined)
    return <PendingPage title={t('Product type')} back={BACK} query={query} heights={[120, 240]} />;
  return (
    <>
      <PageHeader
        title={data.label}
        description={<span className="mono">{data.name}</span>}
        back={BACK}
        actions={<HistoryButton of={[{ type: 'product-type', id: data.name }]} />}
      />
      <Stack gap="lg">
        <ProductTypeForm key={data.name} type={data} />
        <May do="product-types.write">
          <DeleteProductType type={data} onDeleted={() => setGone(true)} />
        </May>
      </Stack>
    </>
  );
}

/** Deletes a product type, or says why it cannot be deleted. */
function DeleteProductType({
  type: { name, label, bundles },
  onDeleted,
}: {
  type: ProductType;
  onDeleted: () => void;
}) {
  const { mutateAsync } = useChange({
    run: () => api.DELETE('/admin/api/product-types/{name}/', { params: { path: { name } } }),
    refreshes: [['product-types', 'list']],
    quiet: true,
    done: t('“{{label}}” was deleted.', { label }),
    onDone: onDeleted,
  });
  if (bundles > 0)
    return (
      <FormSection title={t('Delete')} description={t('Only a type without bundles can be deleted.')}>
        <Text size="sm">
          {plural(bundles, 'One bundle is of this type.', '{{count}} bundles are of this type.')}{' '}
          <Anchor component={Link} to={`/bundles?product_type=${name}`} inherit underline="always">
            {plural(bundles, 'Show it', 'Show them')}
          </Anchor>
        </Text>
      </FormSection>
    );
  return (
    <FormSection title={t('Delete')} description={t('No bundle has this type.')} isDangerous>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() =>
          confirm({
            title: t('Delete “{{label}}”?', { label }),
            body:
              name === API_PRODUCT_TYPE
                ? t('Applications cannot create bundles until a type with this name is created again.')
                : t('Bundles of this type can no longer be created. A type with the same name can be created later.'),
            action: t('Delete'),
            run: () => mutateAsync(),
          })
        }
      >
        {t('Delete this product type')}
      </Button>
    </FormSection>
  );
}
