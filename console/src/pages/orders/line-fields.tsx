import { Button, Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMay } from '../../api/permissions';
import { useChange } from '../../api/use-change';
import {
  changedTexts,
  CustomFieldInputs,
  shownValue,
  textsOf,
  useCustomFields,
  type CustomField,
  type CustomFieldValues,
} from '../../components/custom-fields';
import { DialogForm } from '../../components/dialog-form';
import { fieldErrors } from '../../components/resource-form';
import { useDialog } from '../../components/use-dialog';
import { callAdmin } from '../../extension-api/admin-api';
import type { OrderDetails } from './orders.queries';
import { t } from '../../i18n/t';

type Item = OrderDetails['items'][number];

interface LineProps {
  orderId: number;
  item: Item;
}

/** What the service calls the fields of the one line that is sent. */
const OF_THE_LINE = /^items\.0\./;

/** The custom fields of a line of an order, with a button to change them; nothing where there are none. */
export function LineFields({ orderId, item }: LineProps) {
  const fields = useCustomFields('order_lines');
  const mayChange = useMay()('orders.write') && fields.some(({ writable }) => writable);
  const dialog = useDialog(`fields:${item.id}`);
  const label = item.line_item_label;
  return (
    <>
      {fields
        .filter((field) => shownValue(item, field) !== '')
        .map((field) => (
          <Text key={field.name} size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {field.label}: {shownValue(item, field)}
          </Text>
        ))}
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-sm"
          ms={-8}
          className="screen-only"
          style={{ alignSelf: 'flex-start' }}
          aria-label={t('Custom fields of {{label}}', { label })}
          onClick={() => dialog.open()}
        >
          {t('Custom fields…')}
        </Button>
      )}
      <Modal
        opened={mayChange && dialog.isOpen}
        onClose={dialog.close}
        title={t('Custom fields of {{label}}', { label })}
        size="lg"
      >
        <LineForm orderId={orderId} item={item} fields={fields} onClose={dialog.close} />
      </Modal>
    </>
  );
}

function LineForm({
  orderId,
  item,
  fields,
  onClose,
}: LineProps & { fields: readonly CustomField[]; onClose: () => void }) {
  const form = useForm<CustomFieldValues>({ initialValues: { custom_fields: textsOf(fields, item) } });
  const change = useChange({
    run: async ({ custom_fields }: CustomFieldValues) => {
      const changed = changedTexts(fields, form.getInitialValues().custom_fields, custom_fields);
      if (Object.keys(changed).length === 0) return;
      const body = { items: [{ id: item.id, custom_fields: changed }] };
      await callAdmin('PATCH', `orders/${orderId}/custom-fields/`, { body });
    },
    refreshes: [['orders'], ['audit']],
    done: t('The custom fields are saved'),
    onDone: onClose,
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('Nothing was saved')}
      action={t('Save')}
      onClose={onClose}
      errorsOf={(failure) =>
        Object.fromEntries(
          Object.entries(fieldErrors(failure)).map(([place, text]) => [place.replace(OF_THE_LINE, ''), text]),
        )
      }
    >
      <CustomFieldInputs form={form} fields={fields} />
    </DialogForm>
  );
}
