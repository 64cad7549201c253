import { Modal, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import { SearchSelect } from '../../components/search-select';
import type { Dialog } from '../../components/use-dialog';
import { UserPicker, type User } from '../../components/user-picker';
import { t } from '../../i18n/t';

const MAX_QUANTITY = 9999;

/** A variant as it is offered. */
interface Variant {
  product_id: number;
  label: string;
}

interface PlaceValues extends Record<string, unknown> {
  uid: User | null;
  product_id: Variant | null;
  quantity: number | string;
}

/** Places an order of one product for a user. */
export function PlaceDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Place an order')} size="md">
      <PlaceForm onClose={dialog.close} />
    </Modal>
  );
}

function PlaceForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<PlaceValues>({
    initialValues: { uid: null, product_id: null, quantity: 1 },
    validate: {
      uid: (user) => (user === null ? t('Choose a user') : null),
      product_id: (variant) => (variant === null ? t('Choose a product') : null),
      quantity: (quantity) => (typeof quantity === 'number' && quantity >= 1 ? null : t('Enter a quantity')),
    },
  });
  const change = useChange({
    run: ({ uid, product_id, quantity }: PlaceValues) =>
      dataOf(
        api.POST('/admin/api/orders/', {
          body: { uid: uid!.uid, product_id: product_id!.product_id, quantity: Number(quantity) },
        }),
      ),
    refreshes: [['orders'], ['users'], ['home'], ['audit']],
    done: ({ order_number }) => t('{{order_number}} is placed', { order_number }),
    onDone: ({ id }) => void navigate(`/orders/${id}`),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was placed')}
      action={t('Place the order')}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'Like an order of the user’s own, at the prices and volumes of the catalogue, but of no application. It counts once it is paid; cancel it if it was a test.',
        )}
      </Text>
      <UserPicker
        label={t('User')}
        {...form.getInputProps('uid')}
        value={form.values.uid}
        onChange={(user) => form.setFieldValue('uid', user)}
      />
      <SearchSelect
        label={t('Product')}
        placeholder={t('Search by name or SKU')}
        of="bundles"
        find={activeVariants}
        offer={({ product_id, label }) => ({ value: String(product_id), label })}
        {...form.getInputProps('product_id')}
        value={form.values.product_id}
        onChange={(variant) => form.setFieldValue('product_id', variant)}
        none={t('No product matches')}
      />
      <NumberInput
        label={t('Quantity')}
        min={1}
        max={MAX_QUANTITY}
        allowDecimal={false}
        maw={160}
        {...form.getInputProps('quantity')}
      />
    </DialogForm>
  );
}

/** Variants of the first active bundles that match a search: by the bundle's id and name, and by SKU. */
async function activeVariants(search: { limit: number; search?: string }, signal: AbortSignal): Promise<Variant[]> {
  const query = { ...search, status: 'active' as const };
  const { results } = await dataOf(api.GET('/admin/api/bundles/', { params: { query }, signal }));
  return results.flatMap(({ name, varients }) =>
    varients.map((variant) => ({
      product_id: variant.product_id as number,
      label: `${name} · ${variant['product-sku'] as string}`,
    })),
  );
}
