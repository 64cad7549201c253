import { Center, Loader } from '@mantine/core';
import { t } from '../i18n/t';

/** Shown until the session and the first page are loaded. */
export function LoadingScreen() {
  return (
    <Center component="main" h="100vh">
      <Loader role="status" aria-label={t('Loading the console')} />
    </Center>
  );
}
