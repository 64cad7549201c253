import { Anchor, Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { CopyText } from './copy-text';
import { rich } from '../i18n/rich';
import { t } from '../i18n/t';

/** The secret of an authenticator app, to be put into it. */
export function TotpSecret({ totp: { secret, uri } }: { totp: Schemas['TotpSecretView'] }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        {rich(
          'Add an account to your authenticator app with this key, which is shown only once. On a phone you can <link>open the app</link>.',
          { link: (words) => <Anchor href={uri}>{words}</Anchor> },
        )}
      </Text>
      <CopyText value={(secret.match(/.{1,4}/g) ?? []).join(' ')} label={t('the key of the app')} isBlock />
    </Stack>
  );
}
