import { Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { newCustomFields, useCustomFields } from '../../components/custom-fields';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { productTypeQuery, type ProductType } from '../product-types';
import { bundlePath } from './bundles.queries';
import { createBody } from './form/bundle.body';
import { newBundleValues, problemsOf, type BundleValues } from './form/bundle.values';
import { BundleForm } from './form/bundle-form';
import { fieldsOf } from './form/type-fields';

/** Creates a bundle of the type in the address. */
export function NewBundlePage() {
  const { type: name = '' } = useParams();
  const { data: type, error, isPending, refetch } = useQuery(productTypeQuery(name));
  return (
    <>
      <PageHeader
        title="Create a bundle"
        description={
          type !== undefined && (
            <>
              Type: {type.label}{' '}
              <Text component="span" className="mono">
                {type.name}
              </Text>
            </>
          )
        }
        back={{ to: '/bundles', label: 'Bundles' }}
      />
      {isPending ? (
        <Stack role="status" aria-label="Loading the product type">
          <Skeleton height={320} />
          <Skeleton height={140} />
          <Skeleton height={240} />
        </Stack>
      ) : type === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <NewBundle key={type.name} type={type} />
      )}
    </>
  );
}

function NewBundle({ type }: { type: ProductType }) {
  const navigate = useNavigate();
  const fields = useMemo(() => fieldsOf(type), [type]);
  const customFields = useCustomFields('bundles');
  const form = useForm<BundleValues>({
    initialValues: newBundleValues(fields),
    validate: (values) => problemsOf(fields, values, true),
  });
  const change = useChange({
    run: (values: BundleValues) =>
      dataOf(
        api.POST('/admin/api/bundles/', {
          body: { ...createBody(type.name, fields, values), ...newCustomFields(customFields, values.custom_fields) },
        }),
      ),
    refreshes: [
      ['bundles', 'list'],
      ['product-types', 'list'],
    ],
    quiet: true,
    done: ({ name }) => `“${name}” was created.`,
    onDone: ({ bundle_id }) => void navigate(bundlePath(bundle_id)),
  });
  return <BundleForm form={form} fields={fields} change={change} onSubmit={change.mutate} action="Create" isNew />;
}
