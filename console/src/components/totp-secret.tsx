import { Anchor, Image, Stack, Text } from '@mantine/core';
import encodeQR from 'qr';
import type { Schemas } from '../api/client';
import { CopyText } from './copy-text';
import { rich } from '../i18n/rich';
import { t } from '../i18n/t';

/** The secret of an authenticator app, to be scanned by a phone or typed in. */
export function TotpSecret({ totp: { secret, uri } }: { totp: Schemas['TotpSecretView'] }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        {rich(
          'Scan this with your authenticator app, or add an account there with the key, which is shown only once. On a phone you can <link>open the app</link>.',
          { link: (words) => <Anchor href={uri}>{words}</Anchor> },
        )}
      </Text>
      <Image
        src={`data:image/svg+xml,${encodeURIComponent(encodeQR(uri, 'svg', { border: 4 }))}`}
        alt={t('The key as a QR code')}
        w={200}
        h={200}
        bg="white"
        radius="sm"
      />
      <CopyText value={(secret.match(/.{1,4}/g) ?? []).join(' ')} label={t('the key of the app')} isBlock />
    </Stack>
  );
}
