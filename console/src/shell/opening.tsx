import { Center, Loader } from '@mantine/core';

/** What is shown until it is known who is signed in and the first page's script is there. */
export function Opening() {
  return (
    <Center component="main" h="100vh">
      <Loader role="status" aria-label="Opening the console" />
    </Center>
  );
}
