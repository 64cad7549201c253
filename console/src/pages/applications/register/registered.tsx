import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { serviceQuery } from '#console/api/service';
import { CopyText } from '#console/components/copy-text';
import { FormSection } from '#console/components/form-section';
import { PageHeader } from '#console/components/page-header';
import { useUnsavedGuard } from '#console/components/resource-form';
import type { Registered } from './register-form';
import { rich } from '#console/i18n/rich';
import { t, within } from '#console/i18n/t';
import type { Schemas } from '#console/api/client';

const LEAVING = {
  title: t('Leave without the key?'),
  text: t(
    'The key and a generated password are shown on this page only once. A key can be shown again under Keys, which is audited; a password cannot.',
  ),
};

/** The result of a registration: the key and a generated password, shown once, and a command to test them. */
export function RegisteredPage({ registered }: { registered: Registered }) {
  const { id, name, apikey, api_admin, client_type } = registered;
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  useUnsavedGuard(!isDone, LEAVING);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  useEffect(() => {
    if (isDone) void navigate(`/applications/${id}`, { replace: true });
  }, [isDone, navigate, id]);
  return (
    <>
      <PageHeader
        title={t('{{name}} is registered', { name })}
        description={t('Store these credentials where the application can read them.')}
      />
      <Stack gap="lg">
        <Alert
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('Save these before you leave this page')}
        >
          {api_admin.password === undefined
            ? t('The application sends its key with every request.')
            : t(
                'The application sends its key with every request. The password is not stored and cannot be shown again.',
              )}
        </Alert>
        <FormSection
          title={t('Application key')}
          description={
            client_type === 'server'
              ? t('Send it in the apikey header of every request. Keep it secret like a password.')
              : t(
                  'Send it in the apikey header of every request. It can be extracted from the application: protect it with the allowed hosts and addresses.',
                )
          }
        >
          <CopyText value={apikey} label={t('the application key')} isBlock />
        </FormSection>
        <FormSection
          title={t('API admin')}
          description={
            api_admin.password === undefined
              ? t('An existing user, who is now an API admin and logs in with their current password.')
              : t('A new user. The password is shown only once.')
          }
        >
          <Stack gap="sm">
            <Labelled label={t('Username')} value={api_admin.username} />
            {api_admin.password !== undefined && <Labelled label={t('Password')} value={api_admin.password} />}
          </Stack>
        </FormSection>
        <TryIt registered={registered} />
        <Group>
          <Button leftSection={<IconCircleCheck size={18} aria-hidden />} onClick={() => setDone(true)}>
            {t('Go to the application')}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

function Labelled({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <CopyText value={value} label={t('the {{label}}', { label: within(label) })} />
    </div>
  );
}

/** A command that logs the API admin in with the new key. */
function TryIt({ registered }: { registered: Registered }) {
  const { data: service } = useQuery(serviceQuery);
  const { apikey, api_admin, access, api_version } = registered;
  if (service === undefined) return null;
  const line = curlCommand({
    application: registered,
    apikey,
    username: api_admin.username,
    password: api_admin.password,
    base: `${window.location.origin}${service.api_prefix}/${api_version}`,
  });
  return (
    <FormSection
      title={t('Try it')}
      description={
        <>
          {t('Logs the API admin in with the new key. Paste it into a terminal.')}{' '}
          {api_admin.password === undefined &&
            rich('Replace <placeholder/> with the password.', {
              placeholder: <span className="mono">{PASSWORD_PLACEHOLDER}</span>,
            })}
          {access.ips.allow.length > 0 && ` ${t('It only works from an allowed IP address.')}`}
        </>
      }
    >
      <Title order={3} size="sm" fw={500} mb={4}>
        {t('Command')}
      </Title>
      <CopyText value={line} label={t('the command')} isBlock />
    </FormSection>
  );
}

interface LogIn {
  application: Schemas['ApplicationView'];
  apikey: string;
  username: string;
  /** Undefined if it is not known here. */
  password: string | undefined;
  /** The base URL of the API, with its version: `https://api.example.com/api/v1`. */
  base: string;
}

/** Placeholder for a password that the console does not know. */
const PASSWORD_PLACEHOLDER = 'PASSWORD';

/**
 * A shell command that logs in with a key. If the application has allowed hosts, it sends one of them as its origin.
 */
function curlCommand({ application, apikey, username, password = PASSWORD_PLACEHOLDER, base }: LogIn): string {
  const [host] = application.access.hosts.allow;
  const headers = [
    `apikey: ${apikey}`,
    'Content-Type: application/json',
    ...(host === undefined ? [] : [`Origin: https://${host.replace('*', 'www')}`]),
  ];
  const body = JSON.stringify({ username, password });
  return [
    'curl',
    quoted(`${base}/token/`),
    ...headers.flatMap((header) => ['-H', quoted(header)]),
    '-d',
    quoted(body),
  ].join(' ');
}

/** Quotes a text for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
