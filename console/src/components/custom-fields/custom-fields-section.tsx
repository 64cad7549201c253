import { Button, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Permission } from '../../api/permissions';
import { useChange } from '../../api/use-change';
import { callAdmin } from '../../extension-api/admin-api';
import { DescriptionList } from '../description-list';
import { DialogForm } from '../dialog-form';
import { FormSection } from '../form-section';
import { May } from '../may';
import { useDialog, type Dialog } from '../use-dialog';
import { CustomFieldInputs } from './custom-field-inputs';
import {
  changedTexts,
  shownValue,
  storedFields,
  textsOf,
  useCustomFields,
  type CustomField,
  type CustomFieldValues,
} from './custom-fields';
import { t } from '../../i18n/t';

const TITLE = t('Custom fields');
const ABOUT = t('What extensions keep here in addition.');

interface SectionProps {
  resource: CustomField['resource'];
  /** Whose values they are. */
  of: object;
  /** Changes it. */
  permission: Permission;
  /** Of the operation that changes them, below `/admin/api/`. */
  path: string;
  /** Of the query that has read it. */
  queryKey: QueryKey;
}

/** The custom fields of a resource, which are changed on their own; nothing where there are none. */
export function CustomFieldsSection(props: SectionProps) {
  const dialog = useDialog('custom-fields');
  const fields = useCustomFields(props.resource);
  if (fields.length === 0) return null;
  return (
    <FormSection title={TITLE} description={ABOUT}>
      <Stack>
        <ReadOnly fields={fields} of={props.of} />
        {fields.some(({ writable }) => writable) && (
          <May do={props.permission}>
            <Button
              variant="default"
              style={{ alignSelf: 'flex-start' }}
              aria-label={t('Edit the custom fields')}
              onClick={() => dialog.open()}
            >
              {t('Edit…')}
            </Button>
          </May>
        )}
      </Stack>
      <Modal opened={dialog.isOpen} onClose={dialog.close} title={TITLE} size="lg">
        <Fields fields={fields} dialog={dialog} {...props} />
      </Modal>
    </FormSection>
  );
}

function Fields({
  fields,
  dialog,
  of,
  path,
  queryKey,
}: SectionProps & { fields: readonly CustomField[]; dialog: Dialog }) {
  const client = useQueryClient();
  const form = useForm<CustomFieldValues>({ initialValues: { custom_fields: textsOf(fields, of) } });
  const change = useChange({
    run: async ({ custom_fields }: CustomFieldValues) => {
      const changed = changedTexts(fields, form.getInitialValues().custom_fields, custom_fields);
      return Object.keys(changed).length === 0
        ? of
        : callAdmin<object>('PATCH', path, { body: { custom_fields: changed } });
    },
    refreshes: [queryKey.slice(0, 1), ['audit']],
    done: t('The custom fields are saved'),
    quiet: true,
    onDone: (saved) => {
      client.setQueryData<object>(queryKey, (known) => known && { ...known, ...storedFields(saved) });
      dialog.close();
    },
  });
  return (
    <DialogForm
      form={form}
      onSubmit={change.mutate}
      change={change}
      failed={t('Not saved')}
      action={t('Save')}
      onClose={dialog.close}
    >
      <CustomFieldInputs form={form} fields={fields} />
    </DialogForm>
  );
}

function ReadOnly({ fields, of }: { fields: readonly CustomField[]; of: object }) {
  return <DescriptionList entries={fields.map((field) => [field.label, shownValue(of, field) || t('None')])} />;
}
