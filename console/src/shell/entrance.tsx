import { Box, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { ThemeSwitch } from './theme-switch';
import { t } from '../i18n/t';

interface EntranceProps {
  /** Of the window. */
  title: string;
  /** Default: the title. */
  heading?: string;
  hint: string;
  children: ReactNode;
}

/** The frame of the pages before the log-in. */
export function Entrance({ title, heading = title, hint, children }: EntranceProps) {
  useEffect(() => {
    document.title = t('{{title}} · Commerce console', { title });
  }, [title]);
  return (
    <Center component="main" className="entrance" mih="100vh" p="md">
      <Box pos="absolute" top={12} right={16}>
        <ThemeSwitch />
      </Box>
      <Paper withBorder shadow="md" radius="lg" p={{ base: 'lg', xs: 'xl' }} w="100%" maw={400}>
        <Stack>
          <img src="/admin/favicon.svg" alt="" width={44} height={44} />
          <div>
            <Title order={1}>{heading}</Title>
            <Text c="dimmed" mt={4}>
              {hint}
            </Text>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
