import { Alert, Anchor, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { FormSection } from '../../../components/form-section';
import { ResourceForm } from '../../../components/resource-form';
import type { Application } from '../applications.queries';
import { admitsAnySite, AnySiteAlert } from '../fields/any-site-alert';
import { ClientTypeField } from '../fields/client-type-field';
import { SignOnFields } from '../fields/sign-on-fields';
import { VersionField } from '../fields/version-field';
import { useApplicationChange } from '../use-application-change';
import { useSavedForm } from '../../../components/use-saved-form';
import { changesOf, missingOf, settingsOf, type SettingsValues } from './settings.values';

/** What is changed of an application in one go. */
export function SettingsForm({ application }: { application: Application }) {
  const { form, accept } = useSavedForm<SettingsValues>(settingsOf(application), missingOf);
  const change = useApplicationChange(application.id, {
    done: 'Saved. It holds everywhere within 2 seconds.',
    onDone: (saved) => accept(settingsOf(saved)),
    quiet: true,
  });
  const { values } = form;
  return (
    <ResourceForm
      form={form}
      onSubmit={(submitted) => change.mutate(changesOf(form.getInitialValues(), submitted))}
      change={change}
      action="Save"
    >
      <FormSection title="General" description="What it is called, and what kind of client it is.">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Name"
              description="What people call it, here and in the audit log."
              autoComplete="off"
              withAsterisk
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <VersionField {...form.getInputProps('api_version')} value={values.api_version} />
          </SimpleGrid>
          {values.api_version !== application.api_version && (
            <Alert color="yellow" role="status">
              All of its keys change over at once: they are good for {values.api_version} alone from then on.
            </Alert>
          )}
          <ClientTypeField
            {...form.getInputProps('client_type')}
            value={values.client_type}
            description="Where the application runs. Keys say so; those that are there already keep what they say."
          />
          {admitsAnySite({ client_type: values.client_type, access: application.access }) && (
            <AnySiteAlert>
              Allow the hosts of its pages under{' '}
              <Anchor component={Link} to={`/applications/${application.id}/access`} inherit underline="always">
                Access rules
              </Anchor>
              .
            </AnySiteAlert>
          )}
        </Stack>
      </FormSection>
      <FormSection
        title="Single sign-on"
        description="Lets users who are logged in at another application enter this one without a password."
      >
        <Stack>
          <Switch
            label="Let users enter from other applications"
            {...form.getInputProps('hasSso', { type: 'checkbox' })}
          />
          {values.hasSso && <SignOnFields form={form} />}
        </Stack>
      </FormSection>
      <FormSection
        title="Limits and protection"
        description="How much it may ask for, and whether bodies have to be encrypted."
      >
        <Stack>
          <NumberInput
            label="Rate limit"
            description="Requests a minute of each user, or of each address where nobody is logged in. Empty: no limit."
            placeholder="No limit"
            min={1}
            max={1_000_000}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            suffix=" a minute"
            hideControls
            maw={260}
            {...form.getInputProps('rate_limit')}
          />
          <NumberInput
            label="Limit of all together"
            description="Requests a minute of all its users. What the rate limit refuses does not count. Empty: no limit."
            placeholder="No limit"
            min={1}
            max={1_000_000}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            suffix=" a minute"
            hideControls
            maw={260}
            {...form.getInputProps('rate_limit_total')}
          />
          <Switch
            label="Require encryption"
            description="Takes and gives encrypted bodies only, with the keys under Encryption. TLS protects them on the way; this protects them up to the application itself."
            {...form.getInputProps('require_encryption', { type: 'checkbox' })}
          />
          {values.require_encryption && !application.require_encryption && (
            <Alert color="yellow" role="status">
              From then on a request with a plain body is refused (400). If the application has no encryption key yet,
              one is made for each of its platforms.
            </Alert>
          )}
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}
