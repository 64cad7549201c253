import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { DeleteProductType } from './delete-product-type';
import { ProductTypeForm } from './product-type-form';
import { productTypeQuery } from './product-types.queries';
import { HistoryButton } from '../audit';
import { t } from '../../i18n/t';

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
