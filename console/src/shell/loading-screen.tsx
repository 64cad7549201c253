import { Center, Loader } from '@mantine/core';

/** Shown until the session and the first page are loaded. */
export function LoadingScreen() {
  return (
    <Center component="main" h="100vh">
      <Loader role="status" aria-label="Loading the console" />
    </Center>
  );
}
