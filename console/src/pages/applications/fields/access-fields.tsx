import { SimpleGrid, Stack } from '@mantine/core';
import type { Schemas } from '#console/api/client';
import { EntryList } from './entry-list';
import { t } from '#console/i18n/t';

export type AccessValues = Schemas['AccessView'];

export const NO_ACCESS_RULES: AccessValues = { hosts: { allow: [], block: [] }, ips: { allow: [], block: [] } };

interface AccessFieldsProps {
  value: AccessValues;
  onChange: (value: AccessValues) => void;
  /** By their path: `access.hosts.allow`. */
  errors: Readonly<Record<string, unknown>>;
}

/** Who may use an application's keys: four lists. */
export function AccessFields({ value, onChange, errors }: AccessFieldsProps) {
  const list = (what: keyof AccessValues, which: 'allow' | 'block') => {
    const error = errors[`access.${what}.${which}`] ?? errors[`access.${what}`];
    return {
      value: value[what][which],
      onChange: (entries: string[]) => onChange({ ...value, [what]: { ...value[what], [which]: entries } }),
      ...(typeof error === 'string' && { error }),
    };
  };
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <EntryList
          kind="host"
          label={t('Allowed hosts')}
          description={t('Sites whose pages may call. If empty, any site may.')}
          example="*.example.com"
          {...list('hosts', 'allow')}
        />
        <EntryList
          kind="host"
          label={t('Blocked hosts')}
          description={t('Sites whose pages are always rejected.')}
          example="old.example.com"
          {...list('hosts', 'block')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <EntryList
          kind="ip"
          label={t('Allowed IP addresses')}
          description={t('Addresses that may call. If empty, any address may.')}
          example="203.0.113.0/24"
          {...list('ips', 'allow')}
        />
        <EntryList
          kind="ip"
          label={t('Blocked IP addresses')}
          description={t('Addresses that are always rejected.')}
          example="198.51.100.7"
          {...list('ips', 'block')}
        />
      </SimpleGrid>
    </Stack>
  );
}
