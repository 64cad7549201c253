import { Fieldset, Input, Select, Stack } from '@mantine/core';
import { pathText } from '../document/paths';
import type { Problems } from '../editor/use-plan-document';
import { t } from '#console/i18n/t';

interface MappingFieldsProps {
  title: string;
  help: string;
  /** The field of the request: `ranks`. */
  field: string;
  /** What each old name becomes; null while it is not chosen. */
  values: Readonly<Record<string, string | null>>;
  options: readonly { value: string; label: string }[];
  /** What is wrong with answers, once there was time to give them. */
  problems: Problems | undefined;
  onChange: (values: Readonly<Record<string, string | null>>) => void;
}

/** What replaces names that a new version does not have. */
export function MappingFields({ title, help, field, values, options, problems, onChange }: MappingFieldsProps) {
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <Input.Description>{help}</Input.Description>
        {Object.entries(values).map(([key, value]) => (
          <Select
            key={key}
            label={key}
            placeholder={t('Choose what it becomes')}
            data={options}
            value={value}
            error={
              problems !== undefined &&
              (value === null ? t('Choose what it becomes') : problems.get(pathText([field, key]))?.join(' '))
            }
            onChange={(next) => onChange({ ...values, [key]: next })}
            allowDeselect={false}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
