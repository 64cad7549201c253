import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { DeleteProductType } from './delete-product-type';
import { ProductTypeForm } from './product-type-form';
import { productTypeQuery } from './product-types.queries';

const BACK = { to: '/product-types', label: 'Product types' };

/** One product type: its label, its fields, and its deletion. */
export function ProductTypePage() {
  const { name = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(productTypeQuery(name));
  const [isGone, setGone] = useState(false);
  // Unmount the form first, so that it does not ask about unsaved changes.
  if (isGone) return <Navigate to="/product-types" replace />;
  if (isPending)
    return (
      <Stack role="status" aria-label="Loading the product type">
        <Skeleton height={34} width={260} />
        <Skeleton height={120} />
        <Skeleton height={240} />
      </Stack>
    );
  if (data === undefined)
    return (
      <>
        <PageHeader title="Product type" back={BACK} />
        <FailureState error={error} onRetry={() => void refetch()} />
      </>
    );
  return (
    <>
      <PageHeader title={data.label} description={<span className="mono">{data.name}</span>} back={BACK} />
      <Stack gap="lg">
        <ProductTypeForm key={data.name} type={data} />
        <DeleteProductType type={data} onDeleted={() => setGone(true)} />
      </Stack>
    </>
  );
}
