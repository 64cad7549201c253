import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EventPicker } from '../fields/event-picker';
import type { RegisterValues } from './register.values';
import { t } from '../../../i18n/t';

/** The webhook of an application: its URL and events. */
export function WebhookFields({ form }: { form: UseFormReturnType<RegisterValues> }) {
  const { value, onChange, error } = form.getInputProps('webhook.events') as {
    value: RegisterValues['webhook']['events'];
    onChange: (value: RegisterValues['webhook']['events']) => void;
    error?: string;
  };
  return (
    <Stack>
      <TextInput
        label="URL"
        description={t('Events are sent here by POST.')}
        type="url"
        placeholder="https://shop.example.com/hooks"
        withAsterisk
        {...form.getInputProps('webhook.url')}
      />
      <EventPicker value={value} onChange={onChange} {...(error !== undefined && { error })} />
    </Stack>
  );
}
