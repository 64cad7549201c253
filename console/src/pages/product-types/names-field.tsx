import { Button, Group, Input, Pill, PillsInput, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { usePills } from '../../components/use-pills';
import { t } from '../../i18n/t';

interface NamesFieldProps {
  label: string;
  description: string;
  /** Names from the specification, suggested until they are added. */
  suggestions: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string;
}

const MACHINE_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** Machine names. Enter, a comma, a space or leaving the field adds the typed name. */
export function NamesField({ label, description, suggestions, value, onChange, error }: NamesFieldProps) {
  const { field, add, remove } = usePills(value, onChange);
  const wrong = value.filter((name) => !MACHINE_NAME.test(name));
  const problem =
    wrong.length > 0
      ? t('{{wrong}}: use lower-case letters, digits and dashes, starting with a letter', {
          wrong: wrong.map((name) => `“${name}”`).join(', '),
        })
      : error;
  return (
    <Stack gap={6}>
      <PillsInput label={label} description={description} error={problem}>
        <Pill.Group>
          {value.map((name) => (
            <Pill
              key={name}
              size="md"
              withRemoveButton
              onRemove={() => remove(name)}
              removeButtonProps={{ 'aria-label': t('Remove {{name}}', { name }), 'aria-hidden': false, tabIndex: 0 }}
              {...(wrong.includes(name) && {
                bg: 'var(--mantine-color-red-light)',
                c: 'var(--mantine-color-red-light-color)',
              })}
            >
              <Text component="span" inherit className="mono">
                {name}
              </Text>
            </Pill>
          ))}
          <PillsInput.Field
            {...field}
            placeholder={value.length === 0 ? t('e.g. colour') : t('Add another')}
            aria-invalid={problem !== undefined}
          />
        </Pill.Group>
      </PillsInput>
      <Suggestions names={suggestions.filter((name) => !value.includes(name))} onAdd={add} />
    </Stack>
  );
}

function Suggestions({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  if (names.length === 0) return null;
  return (
    <Group gap={6}>
      <Input.Description>{t('From the specification:')}</Input.Description>
      {names.map((name) => (
        <Button
          key={name}
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={12} aria-hidden />}
          // Blur would add the typed name and may move this button away before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAdd(name)}
          aria-label={t('Add {{name}}', { name })}
        >
          <Text component="span" size="xs" className="mono">
            {name}
          </Text>
        </Button>
      ))}
    </Group>
  );
}
