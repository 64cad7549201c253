import { Box, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { identityQuery } from '../api/session';
import { LogInForm } from '../shell/log-in-form';
import { ThemeSwitch } from '../shell/theme-switch';

/** The log-in page. It redirects to the requested page. */
export function LogInPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const identity = useQuery(identityQuery);
  const next = pathWithin(search.get('next'));
  useEffect(() => {
    document.title = 'Log in · Commerce console';
  }, []);
  if (identity.isSuccess) return <Navigate to={next} replace />;
  return (
    <Center component="main" className="entrance" mih="100vh" p="md">
      <Box pos="absolute" top={12} right={16}>
        <ThemeSwitch />
      </Box>
      <Paper withBorder shadow="md" radius="lg" p={{ base: 'lg', xs: 'xl' }} w="100%" maw={400}>
        <Stack>
          <img src="/admin/favicon.svg" alt="" width={44} height={44} />
          <div>
            <Title order={1}>Commerce console</Title>
            <Text c="dimmed" mt={4}>
              For admins. Client applications log in through the API.
            </Text>
          </div>
          <LogInForm
            onDone={() => {
              client.clear();
              void navigate(next, { replace: true });
            }}
          />
        </Stack>
      </Paper>
    </Center>
  );
}

/** The redirect after log-in: never to another site. */
function pathWithin(next: string | null): string {
  return next !== null && next.startsWith('/') && !next.startsWith('//') ? next : '/';
}
