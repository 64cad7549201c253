import { Loader, Modal, NumberInput, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import type { Dialog } from '../../components/use-dialog';
import { UserPicker, type User } from '../../components/user-picker';
import { productsQuery } from './orders.queries';
import { t } from '../../i18n/t';

const DELAY_MS = 200;
const MAX_QUANTITY = 9999;

interface PlaceValues extends Record<string, unknown> {
  uid: User | null;
  /** The id of the variant, as a select keeps it. */
  product_id: string | null;
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
      product_id: (id) => (id === null ? t('Choose a product') : null),
      quantity: (quantity) => (typeof quantity === 'number' && quantity >= 1 ? null : t('Enter a quantity')),
    },
  });
  const change = useChange({
    run: ({ uid, product_id, quantity }: PlaceValues) =>
      dataOf(
        api.POST('/admin/api/orders/', {
          body: { uid: uid!.uid, product_id: Number(product_id), quantity: Number(quantity) },
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
        error={typeof form.errors.uid === 'string' ? form.errors.uid : undefined}
      />
      <ProductSelect
        value={form.values.product_id}
        onChange={(id) => form.setFieldValue('product_id', id)}
        error={form.errors.product_id}
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

interface ProductSelectProps {
  value: string | null;
  onChange: (id: string | null) => void;
  error: ReactNode;
}

/** Selects one variant; the service searches by the bundle's id and name, and by SKU. */
function ProductSelect({ value, onChange, error }: ProductSelectProps) {
  const [typed, setTyped] = useState('');
  // After a choice the field has its name, which is not a search.
  const [search] = useDebouncedValue(value === null ? typed.trim() : '', DELAY_MS);
  const { data = [], isFetching } = useQuery(productsQuery(search));
  const [chosen, setChosen] = useState<(typeof data)[number]>();
  const options = chosen === undefined || data.some((one) => one.value === chosen.value) ? data : [chosen, ...data];
  return (
    <Select
      label={t('Product')}
      placeholder={t('Search by name or SKU')}
      searchable
      data={options}
      value={value}
      onChange={(id) => {
        setChosen(options.find((one) => one.value === id));
        onChange(id);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No product matches')}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      error={error}
    />
  );
}
