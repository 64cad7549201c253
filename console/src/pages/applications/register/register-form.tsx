import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { api, dataOf, type Schemas } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { FormSection } from '#console/components/form-section';
import { ResourceForm } from '#console/components/resource-form';
import { AccessFields } from '../fields/access-fields';
import { AccessRulesHelp } from '../fields/access-rules-help';
import { ApiAdminField } from '../fields/api-admin-field';
import type { ApiAdminValues } from '../fields/api-admin.values';
import { allowsAnySite, AnySiteWarning } from '../fields/any-site-warning';
import { ClientTypeField } from '../fields/client-type-field';
import { SsoFields } from '../fields/sso-fields';
import { VersionField } from '../fields/version-field';
import { requiredErrors, NEW_APPLICATION, registerBody, type RegisterValues } from './register.values';
import { t } from '#console/i18n/t';
import { EventPicker } from '../fields/event-picker';

export type Registered = Schemas['RegisteredApplicationView'];

/** Errors of an existing user are shown at the picker. */
const PICKER_FIELDS = { 'api_admin.username': 'api_admin.user', 'api_admin.email': 'api_admin.user' };

/** The form to register an application. */
export function RegisterForm({ onDone }: { onDone: (registered: Registered) => void }) {
  const form = useForm<RegisterValues>({ initialValues: NEW_APPLICATION, validate: requiredErrors });
  const change = useChange({
    run: (values: RegisterValues) => dataOf(api.POST('/admin/api/applications/', { body: registerBody(values) })),
    refreshes: [['applications'], ['users']],
    quiet: true,
    onDone,
  });
  const { values, errors } = form;
  return (
    <ResourceForm
      permission="applications.write"
      form={form}
      onSubmit={change.mutate}
      change={change}
      action={t('Register')}
      fieldNames={values.api_admin.mode === 'existing' ? PICKER_FIELDS : {}}
    >
      <FormSection
        title={t('The application')}
        description={t('Its name and client type. All of it can be changed later.')}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('Name')}
              description={t('Shown here and in the audit log.')}
              placeholder={t('Web shop')}
              autoComplete="off"
              withAsterisk
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <VersionField {...form.getInputProps('api_version')} value={values.api_version} />
          </SimpleGrid>
          <ClientTypeField {...form.getInputProps('client_type')} value={values.client_type} />
          {allowsAnySite(values) && <AnySiteWarning>{t('Allow the hosts of its pages below.')}</AnySiteWarning>}
        </Stack>
      </FormSection>
      <FormSection
        title={t('API admin')}
        description={t(
          'Every application has one user who administers through it: manages bundles, signs up members, updates orders, and acts on behalf of members. Members can only access their own cart, wishlist and orders.',
        )}
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
        title={t('Webhook')}
        description={t(
          'A URL of the application that receives events as they happen. Deliveries are signed, and attempted up to ten times over three days.',
        )}
      >
        <Stack>
          <Switch
            label={t('Send events to the application')}
            {...form.getInputProps('hasWebhook', { type: 'checkbox' })}
          />
          {values.hasWebhook && <WebhookFields form={form} />}
        </Stack>
      </FormSection>
      <FormSection
        title={t('Single sign-on')}
        description={t('Lets users who are logged in to another application log in to this one without a password.')}
      >
        <Stack>
          <Switch label={t('Enable single sign-on')} {...form.getInputProps('hasSso', { type: 'checkbox' })} />
          {values.hasSso && <SsoFields form={form} />}
        </Stack>
      </FormSection>
      <FormSection title={t('Hosts and IP addresses')} description={<AccessRulesHelp />}>
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

/** The webhook of an application: its URL and events. */
function WebhookFields({ form }: { form: UseFormReturnType<RegisterValues> }) {
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
