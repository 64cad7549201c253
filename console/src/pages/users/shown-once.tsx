import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CopyText } from '../../components/copy-text';
import { FormSection } from '../../components/form-section';
import { useUnsavedGuard } from '../../components/resource-form';

const LEAVING = {
  title: 'Leave without the password?',
  text: 'It is shown this once. Nobody can show it again; you would have to make another one.',
};

interface ShownOnceProps {
  username: string;
  password: string;
  /** Whether it may be left without a question. */
  isKept: boolean;
  onKept: () => void;
}

/** A password that was made: it is shown once, and whoever leaves without it is asked first. */
export function ShownOnce({ username, password, isKept, onKept }: ShownOnceProps) {
  useUnsavedGuard(!isKept, LEAVING);
  return (
    <Stack gap="lg">
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Keep it before you leave this page">
        The password is not stored anywhere: nobody can show it again.
      </Alert>
      <FormSection title="Log-in" description="What they log in with.">
        <Stack gap="sm" align="stretch">
          <div>
            <Text size="sm" fw={500} mb={4}>
              Username
            </Text>
            <CopyText value={username} label="the username" />
          </div>
          <div>
            <Text size="sm" fw={500} mb={4}>
              Password
            </Text>
            <CopyText value={password} label="the password" />
          </div>
          <Button
            mt="sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconCircleCheck size={18} aria-hidden />}
            onClick={onKept}
          >
            I have kept it
          </Button>
        </Stack>
      </FormSection>
    </Stack>
  );
}
