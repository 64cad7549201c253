import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { confirm } from '../../../components/confirm';
import { FormSection } from '../../../components/form-section';
import { ResourceForm } from '../../../components/resource-form';
import type { Application } from '../applications.queries';
import { EventPicker, type EventType } from '../fields/event-picker';
import { useApplicationChange } from '../use-application-change';
import { useSavedForm } from '../../../components/use-saved-form';

type WebhookValues = { webhook: { url: string; events: EventType[] } };

const savedOf = ({ webhook }: Application): WebhookValues => ({
  webhook: { url: webhook?.url ?? '', events: [...(webhook?.events ?? [])] },
});

const missingOf = ({ webhook }: WebhookValues): Record<string, string> =>
  webhook.url.trim() === '' ? { 'webhook.url': 'Enter an address' } : {};

/** Where an application's events are sent, and which. */
export function WebhookForm({ application }: { application: Application }) {
  const { id, name, webhook } = application;
  const { form, accept } = useSavedForm<WebhookValues>(savedOf(application), missingOf);
  const onDone = (saved: Application): void => accept(savedOf(saved));
  const save = useApplicationChange(id, { done: 'The webhook is saved', onDone, quiet: true });
  const remove = useApplicationChange(id, { done: 'The webhook is removed', onDone, quiet: true });
  const askToRemove = (): void =>
    confirm({
      title: 'Remove the webhook?',
      body: `${name} hears of nothing any more, and deliveries that wait are cancelled. What was sent stays in the log.`,
      action: 'Remove',
      run: () => remove.mutateAsync({ webhook: null }),
    });
  const events = form.getInputProps('webhook.events') as {
    value: EventType[];
    onChange: (value: EventType[]) => void;
    error?: string;
  };
  return (
    <ResourceForm
      form={form}
      onSubmit={({ webhook: { url, events: chosen } }) => save.mutate({ webhook: { url: url.trim(), events: chosen } })}
      change={save}
      action={webhook === null ? 'Set up the webhook' : 'Save'}
    >
      <FormSection
        title="Address and events"
        description={
          <Stack gap="sm" align="flex-start">
            <Text size="sm" inherit>
              A webhook tells the application by itself what has happened, so that it need not ask again and again. Each
              event is signed, and is tried up to ten times over three days until it is answered with a 2xx status.
            </Text>
            {webhook !== null && (
              <Button
                variant="default"
                size="xs"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={askToRemove}
              >
                Remove the webhook
              </Button>
            )}
          </Stack>
        }
      >
        <Stack>
          <TextInput
            label="Address"
            description="Where events are sent, by POST. It has to be on the public internet, unless the service allows private addresses."
            type="url"
            placeholder="https://shop.example.com/hooks"
            autoComplete="off"
            withAsterisk
            {...form.getInputProps('webhook.url')}
          />
          <EventPicker
            value={events.value}
            onChange={events.onChange}
            {...(events.error !== undefined && { error: events.error })}
          />
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}
