import { SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { PasswordField } from '#console/components/password-field';
import { UserPicker } from '#console/components/user-picker';
import type { ApiAdminValues } from './api-admin.values';
import { t } from '#console/i18n/t';

interface ApiAdminFieldProps {
  value: ApiAdminValues;
  onChange: (value: ApiAdminValues) => void;
  errors: Partial<Record<keyof ApiAdminValues, string>>;
}

/** The API admin of an application: an existing or a new user. */
export function ApiAdminField({ value, onChange, errors }: ApiAdminFieldProps) {
  const set = (change: Partial<ApiAdminValues>): void => onChange({ ...value, ...change });
  const field = (name: 'username' | 'email' | 'password') => ({
    value: value[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  });
  return (
    <Stack gap="md" role="group" aria-label={t('API admin')}>
      <SegmentedControl
        aria-label={t('Who')}
        transitionDuration={0}
        value={value.mode}
        onChange={(mode) => set({ mode: mode })}
        data={[
          { value: 'new', label: t('New user') },
          { value: 'existing', label: t('Existing user') },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {value.mode === 'existing' ? (
        <UserPicker
          label={t('User')}
          description={t('Gets the API admin role if they do not have it yet. Their password does not change.')}
          value={value.user}
          error={errors.user}
          onChange={(user) => set({ user })}
        />
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('Username')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              withAsterisk
              {...field('username')}
            />
            <TextInput label={t('E-mail address')} type="email" autoComplete="off" withAsterisk {...field('email')} />
          </SimpleGrid>
          <PasswordField
            label={t('Password')}
            description={t('Leave empty to generate one. It is shown once, on the next page.')}
            autoComplete="new-password"
            {...field('password')}
          />
        </>
      )}
    </Stack>
  );
}
