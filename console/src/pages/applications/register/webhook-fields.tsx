import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EventPicker } from '../fields/event-picker';
import type { RegisterValues } from './register.values';

/** Where an application hears of events, and of which. */
export function WebhookFields({ form }: { form: UseFormReturnType<RegisterValues> }) {
  const { value, onChange, error } = form.getInputProps('webhook.events') as {
    value: RegisterValues['webhook']['events'];
    onChange: (value: RegisterValues['webhook']['events']) => void;
    error?: string;
  };
  return (
    <Stack>
      <TextInput
        label="Address"
        description="Where events are sent, by POST."
        type="url"
        placeholder="https://shop.example.com/hooks"
        withAsterisk
        {...form.getInputProps('webhook.url')}
      />
      <EventPicker value={value} onChange={onChange} {...(error !== undefined && { error })} />
    </Stack>
  );
}
