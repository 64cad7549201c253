import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '#console/i18n/t';

export type SsoValues = { login_url: string; logout_url: string };

/** The single sign-on URLs of an application; `sso` in the form values. */
export function SsoFields<Values extends { sso: SsoValues }>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Stack>
      <TextInput
        label={t('Login URL')}
        description={t(
          'Where users are redirected with a ticket. This page exchanges the ticket for tokens at the API.',
        )}
        type="url"
        placeholder="https://shop.example.com/sso"
        withAsterisk
        {...form.getInputProps('sso.login_url')}
      />
      <TextInput
        label={t('Logout URL')}
        description={t('Where users are redirected when they log out everywhere. Optional.')}
        type="url"
        placeholder="https://shop.example.com/sso/logout"
        {...form.getInputProps('sso.logout_url')}
      />
    </Stack>
  );
}
