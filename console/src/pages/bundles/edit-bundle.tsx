import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import type { ProductType } from '../product-types';
import { bundleQuery, type Bundle } from './bundles.queries';
import { changesOf, withFormIndexes } from './form/bundle.body';
import { bundleValues, problemsOf, type BundleValues, type VariantValues } from './form/bundle.values';
import { BundleForm } from './form/bundle-form';
import { fieldsOf } from './form/type-fields';
import { t } from '../../i18n/t';

/** Edits a bundle. Only changed fields are sent, so that concurrent changes are not undone. */
export function EditBundle({ bundle, type }: { bundle: Bundle; type: ProductType }) {
  const client = useQueryClient();
  const fields = useMemo(() => fieldsOf(type), [type]);
  const form = useForm<BundleValues>({
    initialValues: bundleValues(fields, bundle),
    validate: (values) => problemsOf(fields, values, false),
  });
  const [shownState, setShownState] = useState(bundle.updated_at);
  const show = (state: Bundle): void => {
    const values = bundleValues(fields, state);
    form.setInitialValues(values);
    form.setValues(values);
    setShownState(state.updated_at);
  };

  const isStale = bundle.updated_at !== shownState;
  const isDirty = form.isDirty();
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the form library keeps the values, not React
    if (isStale && !isDirty) show(bundle);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- show a newer state unless there are unsaved edits
  }, [isStale, isDirty]);

  const { bundle_id } = bundle;
  const change = useChange({
    run: async (values: BundleValues) => {
      const { body, places } = changesOf(fields, form.getInitialValues(), values);
      if (Object.keys(body).length === 0) return bundle;
      try {
        return await dataOf(api.PATCH('/admin/api/bundles/{bundle_id}/', { params: { path: { bundle_id } }, body }));
      } catch (error) {
        throw withFormIndexes(error, places);
      }
    },
    refreshes: [['bundles', 'list']],
    quiet: true,
    done: t('The bundle was saved.'),
    onDone: (saved) => {
      client.setQueryData(bundleQuery(bundle_id).queryKey, saved);
      show(saved);
    },
  });

  const deletion = useChange({
    run: async ({ 'product-sku': product_sku }: VariantValues) => {
      const path = { bundle_id, product_sku };
      await api.DELETE('/admin/api/bundles/{bundle_id}/varients/{product_sku}/', { params: { path } });
      return client.fetchQuery({ ...bundleQuery(bundle_id), staleTime: 0 });
    },
    refreshes: [['bundles', 'list']],
    quiet: true,
    done: (_, variant) => t('The variant “{{product_sku}}” was deleted.', { product_sku: variant['product-sku'] }),
    onDone: (saved, { key }) => {
      // Keep all other edits.
      const initial = form.getInitialValues();
      form.setInitialValues({ ...initial, varients: initial.varients.filter((one) => one.key !== key) });
      form.removeListItem(
        'varients',
        form.getValues().varients.findIndex((one) => one.key === key),
      );
      setShownState(saved.updated_at);
    },
  });

  const deleteVariant = (variant: VariantValues): void =>
    confirm({
      title: t('Delete the variant “{{product_sku}}”?', { product_sku: variant['product-sku'] }),
      body: t(
        'It is deleted immediately, without Save. Carts that contain it show it as unavailable; orders keep it. The SKU can be reused.',
      ),
      action: t('Delete'),
      run: () => deletion.mutateAsync(variant),
    });

  return (
    <BundleForm
      form={form}
      fields={fields}
      change={change}
      onSubmit={change.mutate}
      action={t('Save')}
      onDeleteVariant={deleteVariant}
      notice={isStale && isDirty && <ChangedMeanwhile onReload={() => show(bundle)} />}
    />
  );
}

/** The bundle was changed elsewhere while it was being edited here. */
function ChangedMeanwhile({ onReload }: { onReload: () => void }) {
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconRefresh aria-hidden />}
      title={t('This bundle was changed in the meantime')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('Saving overwrites only the fields that you changed here.')}</Text>
        <Button variant="default" size="xs" onClick={onReload}>
          {t('Discard my changes')}
        </Button>
      </Stack>
    </Alert>
  );
}
