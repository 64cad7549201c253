import { Alert, Button, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyText } from './copy-text';
import { t } from '../i18n/t';

/** Shows new recovery codes once, over whatever page there is. */
export function showRecoveryCodes(codes: readonly string[]): void {
  const id = modals.open({
    title: t('Your recovery codes'),
    withCloseButton: false,
    closeOnEscape: false,
    closeOnClickOutside: false,
    children: (
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('Save them before you close this')}>
          {t('Each one logs you in once in place of your second factor. They cannot be shown again.')}
        </Alert>
        <CopyText value={inPairs(codes)} label={t('the recovery codes')} isBlock />
        <Button onClick={() => modals.close(id)} data-autofocus>
          {t('I have saved them')}
        </Button>
      </Stack>
    ),
  });
}

function inPairs(codes: readonly string[]): string {
  return codes
    .map((code, index) => code + (index % 2 === 0 ? '  ' : '\n'))
    .join('')
    .trim();
}
