import { Anchor, Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { CopyText } from './copy-text';

/** The secret of an authenticator app, to be put into it. */
export function TotpSecret({ totp: { secret, uri } }: { totp: Schemas['TotpSecretView'] }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        Add an account to your authenticator app with this key, which is shown only once. On a phone you can{' '}
        <Anchor href={uri}>open the app</Anchor>.
      </Text>
      <CopyText value={(secret.match(/.{1,4}/g) ?? []).join(' ')} label="the key of the app" isBlock />
    </Stack>
  );
}
