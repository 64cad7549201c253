import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

export type SignOnValues = { login_url: string; logout_url: string };

/** Where single sign-on enters and leaves an application. Its values are `sso` of the form. */
export function SignOnFields<Values extends { sso: SignOnValues }>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Stack>
      <TextInput
        label="Login address"
        description="Where users land with a ticket. The page there hands the ticket to the API and gets tokens of its own."
        type="url"
        placeholder="https://shop.example.com/sso"
        withAsterisk
        {...form.getInputProps('sso.login_url')}
      />
      <TextInput
        label="Logout address"
        description="Where users are sent on when they log out everywhere. May be left empty."
        type="url"
        placeholder="https://shop.example.com/sso/logout"
        {...form.getInputProps('sso.logout_url')}
      />
    </Stack>
  );
}
