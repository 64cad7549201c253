import {
  Alert,
  Anchor,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
  type NumberInputProps,
} from '@mantine/core';
import { Link } from 'react-router';
import { FormSection } from '#console/components/form-section';
import { ResourceForm } from '#console/components/resource-form';
import { ApprovalForecast } from '../../approvals';
import type { Application } from '../applications.queries';
import { allowsAnySite, AnySiteWarning } from '../fields/any-site-warning';
import { ClientTypeField } from '../fields/client-type-field';
import { SsoFields } from '../fields/sso-fields';
import { VersionField } from '../fields/version-field';
import { useApplicationChange } from '../use-application-change';
import { useSavedForm } from '#console/components/use-saved-form';
import { changesOf, requiredErrors, settingsOf, type SettingsValues } from './settings.values';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

/** The settings form of an application. */
export function SettingsForm({ application }: { application: Application }) {
  const { form, accept } = useSavedForm<SettingsValues>(settingsOf(application), requiredErrors);
  const change = useApplicationChange(application.id, {
    done: t('Saved. The changes take effect everywhere within 2 seconds.'),
    onDone: (saved) => accept(settingsOf(saved)),
    quiet: true,
  });
  const { values } = form;
  return (
    <ResourceForm
      permission="applications.write"
      form={form}
      onSubmit={(submitted) => change.mutate(changesOf(form.getInitialValues(), submitted))}
      change={change}
      action={t('Save')}
    >
      <FormSection title={t('General')} description={t('Its name and client type.')}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('Name')}
              description={t('Shown here and in the audit log.')}
              autoComplete="off"
              withAsterisk
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <VersionField {...form.getInputProps('api_version')} value={values.api_version} />
          </SimpleGrid>
          {values.api_version !== application.api_version && (
            <Alert color="yellow" role="status">
              {t('All of its keys switch immediately: from then on they are valid only for {{api_version}}.', {
                api_version: values.api_version,
              })}
            </Alert>
          )}
          <ClientTypeField
            {...form.getInputProps('client_type')}
            value={values.client_type}
            description={t('Where the application runs. It is part of new keys; existing keys do not change.')}
          />
          {allowsAnySite({ client_type: values.client_type, access: application.access }) && (
            <AnySiteWarning>
              {rich('Allow the hosts of its pages under <link>Access rules</link>.', {
                link: (words) => (
                  <Anchor component={Link} to={`/applications/${application.id}/access`} inherit underline="always">
                    {words}
                  </Anchor>
                ),
              })}
            </AnySiteWarning>
          )}
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
      <FormSection
        title={t('Sign-in page')}
        description={t(
          'Lets users log in on a page of this service (OAuth 2.0 with PKCE), so that the application never sees their passwords.',
        )}
      >
        <Textarea
          label={t('Redirect URIs')}
          description={t(
            'Where users return to after they sign in, one per line: https://shop.example.com/callback, com.example.app:/callback for an app, or http://127.0.0.1/callback with any port. If empty, the application cannot use the page.',
          )}
          autoComplete="off"
          spellCheck={false}
          autosize
          minRows={2}
          {...form.getInputProps('redirect_uris')}
        />
      </FormSection>
      <FormSection
        title={t('Limits and protection')}
        description={t('Request limits, and whether bodies must be encrypted.')}
      >
        <Stack>
          <RateField
            label={t('Rate limit')}
            description={t(
              'Requests per minute for each user, or for each address without a login. If empty, no limit.',
            )}
            {...form.getInputProps('rate_limit')}
          />
          <RateField
            label={t('Total rate limit')}
            description={t(
              'Requests per minute for all users together. Requests rejected by the rate limit do not count. If empty, no limit.',
            )}
            {...form.getInputProps('rate_limit_total')}
          />
          <Switch
            label={t('Public catalogue')}
            description={t("Anybody who has the application's key can read products and prices without logging in.")}
            {...form.getInputProps('public_catalogue', { type: 'checkbox' })}
          />
          <Switch
            label={t('Self-service')}
            description={t(
              'Users sign up, and set forgotten passwords, by themselves at this application. Its mailer gets the events account.*; whoever manages its webhook can take over the accounts of members.',
            )}
            {...form.getInputProps('self_service', { type: 'checkbox' })}
          />
          {values.self_service && !application.self_service && (
            <ApprovalForecast kind="application.self_service" id={application.id} />
          )}
          <Switch
            label={t('Require encryption')}
            description={t(
              'Accepts and sends only encrypted bodies, with the keys under Encryption. TLS protects them up to the proxy; this protects them end to end.',
            )}
            {...form.getInputProps('require_encryption', { type: 'checkbox' })}
          />
          {values.require_encryption && !application.require_encryption && (
            <Alert color="yellow" role="status">
              {t(
                'From then on requests with a plain body are rejected (400). If the application has no encryption key yet, one is created for each of its platforms.',
              )}
            </Alert>
          )}
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}

/** A limit of requests per minute, or none. */
function RateField(props: NumberInputProps) {
  return (
    <NumberInput
      placeholder={t('No limit')}
      min={1}
      max={1_000_000}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      suffix={` ${t('per minute')}`}
      hideControls
      maw={260}
      {...props}
    />
  );
}
