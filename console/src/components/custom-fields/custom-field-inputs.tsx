import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormSection } from '../form-section';
import type { CustomField, CustomFieldTexts } from './custom-fields';
import { t } from '../../i18n/t';

/** What can be chosen of a field; nothing where values are typed. */
export function choicesOf({ type, choices }: CustomField): { value: string; label: string }[] | undefined {
  if (type === 'choice') return choices;
  if (type !== 'boolean') return undefined;
  return [
    { value: 'true', label: t('Yes') },
    { value: 'false', label: t('No') },
  ];
}

interface InputsProps<Values> {
  form: UseFormReturnType<Values>;
  fields: readonly CustomField[];
}

/** Inputs of custom fields that the user may change, in the form of their resource or their own. */
export function CustomFieldInputs<Values extends { custom_fields: CustomFieldTexts }>({
  form,
  fields,
}: InputsProps<Values>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {fields
        .filter(({ writable }) => writable)
        .map((field) => {
          const path = `custom_fields.${field.name}`;
          const { error, onChange } = form.getInputProps(path) as Pick<InputProps, 'error' | 'onChange'>;
          const value = form.values.custom_fields[field.name] ?? '';
          return <CustomFieldInput key={field.name} field={field} value={value} error={error} onChange={onChange} />;
        })}
    </SimpleGrid>
  );
}

interface InputProps {
  field: CustomField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function CustomFieldInput({ field, value, error, onChange }: InputProps) {
  const { type, label, description, required, multiline, max_length } = field;
  const shared = { label, description, error, withAsterisk: required, autoComplete: 'off' };
  const choices = choicesOf(field);
  if (choices !== undefined)
    return (
      <Select
        {...shared}
        data={choices}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        clearable={!required}
        clearButtonProps={{ 'aria-label': t('Clear {{label}}', { label }) }}
      />
    );
  const typed = { ...shared, value, ...(max_length !== null && { maxLength: max_length }) };
  if (multiline)
    return (
      <Textarea
        {...typed}
        autosize
        minRows={2}
        maxRows={8}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...typed}
      {...(type === 'date' && { type: 'date' })}
      {...(type === 'number' && { inputMode: 'numeric' as const })}
      {...(type === 'decimal' && { inputMode: 'decimal' as const })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The custom fields in the form of something new; nothing where the user may write none. */
export function NewCustomFields<Values extends { custom_fields: CustomFieldTexts }>(props: InputsProps<Values>) {
  if (!props.fields.some(({ writable }) => writable)) return null;
  return (
    <FormSection title={t('Custom fields')} description={t('What extensions keep here in addition.')}>
      <CustomFieldInputs {...props} />
    </FormSection>
  );
}
