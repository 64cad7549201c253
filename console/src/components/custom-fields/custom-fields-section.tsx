import { Stack } from '@mantine/core';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Permission } from '../../api/permissions';
import { useChange } from '../../api/use-change';
import { callAdmin } from '../../extension-api/admin-api';
import { DescriptionList } from '../description-list';
import { FormSection } from '../form-section';
import { ResourceForm } from '../resource-form';
import { useSavedForm } from '../use-saved-form';
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

/** The custom fields of a resource, which are saved on their own; nothing where there are none. */
export function CustomFieldsSection(props: SectionProps) {
  const fields = useCustomFields(props.resource);
  if (fields.length === 0) return null;
  return fields.some(({ writable }) => writable) ? (
    <Writable fields={fields} {...props} />
  ) : (
    <FormSection title={TITLE} description={ABOUT}>
      <ReadOnly fields={fields} of={props.of} />
    </FormSection>
  );
}

function Writable({ fields, of, permission, path, queryKey }: SectionProps & { fields: readonly CustomField[] }) {
  const client = useQueryClient();
  const { form, accept } = useSavedForm<CustomFieldValues>({ custom_fields: textsOf(fields, of) });
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
      accept({ custom_fields: textsOf(fields, saved) });
      client.setQueryData<object>(queryKey, (known) => known && { ...known, ...storedFields(saved) });
    },
  });
  return (
    <ResourceForm
      permission={permission}
      form={form}
      onSubmit={change.mutate}
      change={change}
      action={t('Save custom fields')}
    >
      <FormSection title={TITLE} description={ABOUT}>
        <Stack>
          <ReadOnly fields={fields.filter(({ writable }) => !writable)} of={of} />
          <CustomFieldInputs form={form} fields={fields} />
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}

function ReadOnly({ fields, of }: { fields: readonly CustomField[]; of: object }) {
  if (fields.length === 0) return null;
  return <DescriptionList entries={fields.map((field) => [field.label, shownValue(of, field) || t('None')])} />;
}
