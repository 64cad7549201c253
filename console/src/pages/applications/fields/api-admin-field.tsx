import { SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { PasswordField } from '../../../components/password-field';
import { UserPicker } from '../../../components/user-picker';
import type { ApiAdminValues } from './api-admin.values';

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
    <Stack gap="md" role="group" aria-label="API admin">
      <SegmentedControl
        aria-label="Who"
        transitionDuration={0}
        value={value.mode}
        onChange={(mode) => set({ mode: mode })}
        data={[
          { value: 'new', label: 'New user' },
          { value: 'existing', label: 'Existing user' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {value.mode === 'existing' ? (
        <UserPicker
          label="User"
          description="Gets the API admin role if they do not have it yet. Their password does not change."
          value={value.user}
          error={errors.user}
          onChange={(user) => set({ user })}
        />
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              withAsterisk
              {...field('username')}
            />
            <TextInput label="E-mail address" type="email" autoComplete="off" withAsterisk {...field('email')} />
          </SimpleGrid>
          <PasswordField
            label="Password"
            description="Leave empty to generate one. It is shown once, on the next page."
            autoComplete="new-password"
            {...field('password')}
          />
        </>
      )}
    </Stack>
  );
}
