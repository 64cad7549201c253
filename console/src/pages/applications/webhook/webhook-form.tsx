import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { confirm } from '#console/components/confirm';
import { FormSection } from '#console/components/form-section';
import { ResourceForm } from '#console/components/resource-form';
import type { Application } from '../applications.queries';
import type { EventType } from '#console/api/events';
import { EventPicker } from '../fields/event-picker';
import { useApplicationChange } from '../use-application-change';
import { useSavedForm } from '#console/components/use-saved-form';
import { t } from '#console/i18n/t';

type WebhookValues = { webhook: { url: string; events: EventType[] } };

const savedOf = ({ webhook }: Application): WebhookValues => ({
  webhook: { url: webhook?.url ?? '', events: [...(webhook?.events ?? [])] },
});

const requiredErrors = ({ webhook }: WebhookValues): Record<string, string> =>
  webhook.url.trim() === '' ? { 'webhook.url': t('Enter a URL') } : {};

/** The webhook URL of an application, and its events. */
export function WebhookForm({ application }: { application: Application }) {
  const { id, name, webhook } = application;
  const { form, accept } = useSavedForm<WebhookValues>(savedOf(application), requiredErrors);
  const onDone = (saved: Application): void => accept(savedOf(saved));
  const save = useApplicationChange(id, { done: t('The webhook is saved'), onDone, quiet: true });
  const remove = useApplicationChange(id, { done: t('The webhook is removed'), onDone, quiet: true });
  const askToRemove = (): void =>
    confirm({
      title: t('Remove the webhook?'),
      body: t(
        '{{name}} no longer receives events, and pending deliveries are cancelled. Past deliveries stay in the log.',
        { name },
      ),
      action: t('Remove'),
      run: () => remove.mutateAsync({ webhook: null }),
    });
  const events = form.getInputProps('webhook.events') as {
    value: EventType[];
    onChange: (value: EventType[]) => void;
    error?: string;
  };
  return (
    <ResourceForm
      permission="applications.write"
      form={form}
      onSubmit={({ webhook: { url, events: chosen } }) => save.mutate({ webhook: { url: url.trim(), events: chosen } })}
      change={save}
      action={webhook === null ? t('Set up the webhook') : t('Save')}
    >
      <FormSection
        title={t('URL and events')}
        description={
          <Stack gap="sm" align="flex-start">
            <Text size="sm" inherit>
              {t(
                'A webhook notifies the application of events, so that it does not have to poll. Each event is signed, and is attempted up to ten times over three days until the response is a 2xx status.',
              )}
            </Text>
            {webhook !== null && (
              <Button
                variant="default"
                size="xs"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={askToRemove}
              >
                {t('Remove the webhook')}
              </Button>
            )}
          </Stack>
        }
      >
        <Stack>
          <TextInput
            label="URL"
            description={t(
              'Events are sent here by POST. It must be on the public internet, unless the service allows private addresses.',
            )}
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
