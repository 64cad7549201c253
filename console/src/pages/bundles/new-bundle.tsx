import { Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { newCustomFields, useCustomFields } from '../../components/custom-fields';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { productTypeQuery, type ProductType } from '../product-types';
import { bundlePath, bundleQuery, type Bundle } from './bundles.queries';
import { createBody } from './form/bundle.body';
import { copiedValues, newBundleValues, problemsOf, type BundleValues } from './form/bundle.values';
import { BundleForm } from './form/bundle-form';
import { fieldsOf } from './form/type-fields';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

/** Creates a bundle of the type in the address, empty or like another one (`from`). */
export function NewBundlePage() {
  const { type: name = '' } = useParams();
  const from = useSearchParams()[0].get('from');
  const types = useQuery(productTypeQuery(name));
  const source = useQuery({ ...bundleQuery(from ?? ''), enabled: from !== null });
  const { error, refetch } = types.error === null && from !== null ? source : types;
  const type = types.data;
  const isPending = types.isPending || (from !== null && source.isPending);
  return (
    <>
      <PageHeader
        title={source.data === undefined ? t('Create a bundle') : t('Duplicate “{{name}}”', { name: source.data.name })}
        description={
          type !== undefined && (
            <>
              {rich('Type: {{label}} <name/>', {
                label: type.label,
                name: (
                  <Text component="span" className="mono">
                    {type.name}
                  </Text>
                ),
              })}
            </>
          )
        }
        back={{ to: '/bundles', label: t('Bundles') }}
      />
      {isPending ? (
        <Stack role="status" aria-label={t('Loading the product type')}>
          <Skeleton height={320} />
          <Skeleton height={140} />
          <Skeleton height={240} />
        </Stack>
      ) : type === undefined || (from !== null && source.data === undefined) ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <NewBundle key={`${type.name} ${from}`} type={type} like={source.data} />
      )}
    </>
  );
}

function NewBundle({ type, like }: { type: ProductType; like: Bundle | undefined }) {
  const navigate = useNavigate();
  const fields = useMemo(() => fieldsOf(type), [type]);
  const customFields = useCustomFields('bundles');
  const form = useForm<BundleValues>({
    initialValues: like === undefined ? newBundleValues(fields) : copiedValues(fields, like),
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
    done: ({ name }) => t('“{{name}}” was created.', { name }),
    onDone: ({ bundle_id }) => void navigate(bundlePath(bundle_id)),
  });
  return <BundleForm form={form} fields={fields} change={change} onSubmit={change.mutate} action={t('Create')} isNew />;
}
