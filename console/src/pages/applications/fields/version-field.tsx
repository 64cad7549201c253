import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serviceQuery } from '#console/api/service';
import { t } from '#console/i18n/t';

interface VersionFieldProps {
  value: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
}

/** The API version that an application's keys are valid for; a choice if several are served. */
export function VersionField({ value, onChange = () => undefined, error }: VersionFieldProps) {
  const served = useQuery(serviceQuery).data?.api_versions ?? [value];
  const isServed = served.includes(value);
  const texts = {
    label: t('API version'),
    description: t('The version in the path that its keys are valid for.'),
    error:
      error ??
      (isServed
        ? undefined
        : t('{{version}} is not served, so requests with these keys are rejected', { version: value })),
  };
  if (isServed && served.length === 1) return <TextInput {...texts} value={value} readOnly />;
  return (
    <Select
      {...texts}
      data={served}
      value={isServed ? value : null}
      placeholder={value}
      onChange={(next) => next !== null && onChange(next)}
      allowDeselect={false}
      withAsterisk
    />
  );
}
