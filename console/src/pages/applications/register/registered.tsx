import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { serviceQuery } from '../../../api/service';
import { CopyText } from '../../../components/copy-text';
import { FormSection } from '../../../components/form-section';
import { PageHeader } from '../../../components/page-header';
import { useUnsavedGuard } from '../../../components/resource-form';
import { curlLine, PASSWORD_PLACE } from './curl-line';
import type { Registered } from './register-form';

const LEAVING = {
  title: 'Leave without the key?',
  text: 'This page shows the key, and a password that was made, this once. A key can be shown again under Keys, which is audited; a password cannot.',
};

/** What a registration gives: the key and a password that was made, shown once, and a command that tries them. */
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
        title={`${name} is registered`}
        description="Keep what is shown here where the application finds it."
      />
      <Stack gap="lg">
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Keep these before you leave this page">
          {api_admin.password === undefined
            ? 'The application sends its key with every request.'
            : 'The application sends its key with every request. The password is not stored anywhere: nobody can show it again.'}
        </Alert>
        <FormSection
          title="Application key"
          description={
            client_type === 'server'
              ? 'Goes into the header apikey of every request. Keep it like a password.'
              : 'Goes into the header apikey of every request. Whoever has the application can read it: the hosts and addresses that it admits are what protects it.'
          }
        >
          <CopyText value={apikey} label="the application key" isBlock />
        </FormSection>
        <FormSection
          title="API admin"
          description={
            api_admin.password === undefined
              ? 'This user was there before. Logs in with the password that they have, and is an API admin now.'
              : 'Was made just now, with a password that is shown this once.'
          }
        >
          <Stack gap="sm">
            <Labelled label="Username" value={api_admin.username} />
            {api_admin.password !== undefined && <Labelled label="Password" value={api_admin.password} />}
          </Stack>
        </FormSection>
        <TryIt registered={registered} />
        <Group>
          <Button leftSection={<IconCircleCheck size={18} aria-hidden />} onClick={() => setDone(true)}>
            Go to the application
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
      <CopyText value={value} label={`the ${label.toLowerCase()}`} />
    </div>
  );
}

/** A command that logs the API admin in with the new key. */
function TryIt({ registered }: { registered: Registered }) {
  const { data: service } = useQuery(serviceQuery);
  const { apikey, api_admin, access, api_version } = registered;
  if (service === undefined) return null;
  const line = curlLine({
    application: registered,
    apikey,
    username: api_admin.username,
    password: api_admin.password,
    base: `${window.location.origin}${service.api_prefix}/${api_version}`,
  });
  return (
    <FormSection
      title="Try it"
      description={
        <>
          Logs the API admin in with the new key. Paste it into a terminal.
          {api_admin.password === undefined && (
            <>
              {' '}
              Put the password where it says <span className="mono">{PASSWORD_PLACE}</span>.
            </>
          )}
          {access.ips.allow.length > 0 && ' It is refused unless it comes from an allowed IP address.'}
        </>
      }
    >
      <Title order={3} size="sm" fw={500} mb={4}>
        Command
      </Title>
      <CopyText value={line} label="the command" isBlock />
    </FormSection>
  );
}
