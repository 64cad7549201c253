import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf, type Schemas } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { FormSection } from '../../../components/form-section';
import { ResourceForm } from '../../../components/resource-form';
import { AccessFields } from '../fields/access-fields';
import { AccessRulesHelp } from '../fields/access-rules-help';
import { ApiAdminField } from '../fields/api-admin-field';
import type { ApiAdminValues } from '../fields/api-admin.values';
import { admitsAnySite, AnySiteAlert } from '../fields/any-site-alert';
import { ClientTypeField } from '../fields/client-type-field';
import { SignOnFields } from '../fields/sign-on-fields';
import { VersionField } from '../fields/version-field';
import { missingOf, NEW_APPLICATION, registerBody, type RegisterValues } from './register.values';
import { WebhookFields } from './webhook-fields';

export type Registered = Schemas['RegisteredApplicationView'];

/** Where the service names what an existing user lacks, the picker is the field. */
const OF_THE_PICKER = { 'api_admin.username': 'api_admin.user', 'api_admin.email': 'api_admin.user' };

/** All that an application is registered with. */
export function RegisterForm({ onDone }: { onDone: (registered: Registered) => void }) {
  const form = useForm<RegisterValues>({ initialValues: NEW_APPLICATION, validate: missingOf });
  const change = useChange({
    run: (values: RegisterValues) => dataOf(api.POST('/admin/api/applications/', { body: registerBody(values) })),
    refreshes: [['applications'], ['users']],
    quiet: true,
    onDone,
  });
  const { values, errors } = form;
  return (
    <ResourceForm
      form={form}
      onSubmit={change.mutate}
      change={change}
      action="Register"
      fieldNames={values.api_admin.mode === 'existing' ? OF_THE_PICKER : {}}
    >
      <FormSection
        title="The application"
        description="What it is called, and what kind of client it is. All of it can be changed later."
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Name"
              description="What people call it, here and in the audit log."
              placeholder="Web shop"
              autoComplete="off"
              withAsterisk
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <VersionField {...form.getInputProps('api_version')} value={values.api_version} />
          </SimpleGrid>
          <ClientTypeField {...form.getInputProps('client_type')} value={values.client_type} />
          {admitsAnySite(values) && <AnySiteAlert>Allow the hosts of its pages below.</AnySiteAlert>}
        </Stack>
      </FormSection>
      <FormSection
        title="API admin"
        description="Every application has one user who administers through it: manages bundles, signs members up, moves orders along, and acts for members. Members only reach their own cart, wishlist and orders."
      >
        <ApiAdminField
          value={values.api_admin}
          onChange={(value) => {
            form.setFieldValue('api_admin', value);
            for (const name of Object.keys(value)) form.clearFieldError(`api_admin.${name}`);
          }}
          errors={apiAdminErrors(errors)}
        />
      </FormSection>
      <FormSection
        title="Webhook"
        description="An address of the application that is told what happens here, as it happens. Deliveries are signed, and tried up to ten times over three days."
      >
        <Stack>
          <Switch label="Tell the application of events" {...form.getInputProps('hasWebhook', { type: 'checkbox' })} />
          {values.hasWebhook && <WebhookFields form={form} />}
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
      <FormSection title="Hosts and IP addresses" description={<AccessRulesHelp />}>
        <AccessFields
          value={values.access}
          onChange={(value) => {
            form.setFieldValue('access', value);
            for (const name of Object.keys(errors)) if (name.startsWith('access.')) form.clearFieldError(name);
          }}
          errors={errors}
        />
      </FormSection>
    </ResourceForm>
  );
}

/** The errors of the API admin by its own fields. */
function apiAdminErrors(errors: Readonly<Record<string, unknown>>): Partial<Record<keyof ApiAdminValues, string>> {
  const names = ['user', 'username', 'email', 'password'] as const;
  return Object.fromEntries(
    names.map((name) => [name, errors[`api_admin.${name}`]]).filter(([, error]) => typeof error === 'string'),
  ) as Partial<Record<keyof ApiAdminValues, string>>;
}
