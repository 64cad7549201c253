import { Button, Group, Loader, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { FailureAlert } from '#console/components/failure-alert';
import { LAST_LOCAL_TIME } from '#console/components/local-time';
import { useQuery } from '@tanstack/react-query';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '#console/api/failure';
import { FormSection } from '#console/components/form-section';
import type { Application } from '../applications.queries';
import { explanationQuery, type Attempt } from './explain.queries';
import { ExplanationSteps } from './explanation-steps';
import { t } from '#console/i18n/t';

const FIELDS = ['ip', 'origin', 'referer', 'version', 'at'] as const;

/** Tests a request against the saved rules. The request is kept in the URL, so that it can be shared. */
export function TryRequest({ application }: { application: Application }) {
  const [params, setParams] = useSearchParams();
  const asked = Object.fromEntries(FIELDS.map((name) => [name, params.get(name) ?? ''])) as Attempt;
  const [typed, setTyped] = useState<Attempt>({ ...asked, version: asked.version || application.api_version });
  const [missing, setMissing] = useState(false);
  const { data, error, isFetching } = useQuery(explanationQuery(application.id, asked, application.updated_at));
  const fields = error instanceof ApiFailure ? error.fields : {};

  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(typed.ip.trim() === '');
    if (typed.ip.trim() === '') return;
    const next = Object.entries(typed).filter(([, value]) => value.trim() !== '');
    setParams(new URLSearchParams(next.map(([name, value]) => [name, value.trim()])), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const field = (name: keyof Attempt) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
    error: fields[name]?.[0] === undefined ? undefined : sentence(fields[name][0].message),
    autoComplete: 'off',
    spellCheck: false,
  });

  return (
    <FormSection
      title={t('Test a request')}
      description={t(
        'Shows which rule allows or rejects a request, using the code that checks real requests. No request is sent, and unsaved changes are not considered.',
      )}
    >
      <Stack gap="lg">
        <form noValidate onSubmit={ask}>
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label={t('IP address')}
                description={t('The client’s address.')}
                placeholder="203.0.113.7"
                withAsterisk
                {...field('ip')}
                error={missing ? t('Enter an IP address') : field('ip').error}
              />
              <TextInput
                label={t('Origin')}
                description={t('The site of the page that sends the request, if any.')}
                placeholder="https://shop.example.com"
                {...field('origin')}
              />
              <TextInput
                label={t('Referer')}
                description={t('Used when there is no origin.')}
                placeholder="https://shop.example.com/cart"
                {...field('referer')}
              />
              <TextInput label={t('API version')} description={t('As in the path.')} {...field('version')} />
              <TextInput
                label={t('Time')}
                description={t('Defaults to now. Keys may have expired by then.')}
                type="datetime-local"
                max={LAST_LOCAL_TIME}
                {...field('at')}
              />
            </SimpleGrid>
            <Group>
              <Button type="submit" variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />}>
                {t('Test')}
              </Button>
              {isFetching && <Loader size="xs" aria-label={t('Testing')} />}
            </Group>
          </Stack>
        </form>
        {Object.keys(fields).length === 0 && <FailureAlert error={error} />}
        {error === null && data !== undefined && asked.ip !== '' && <ExplanationSteps explanation={data} />}
      </Stack>
    </FormSection>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
