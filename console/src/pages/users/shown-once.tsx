import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CopyText } from '../../components/copy-text';
import { FormSection } from '../../components/form-section';
import { useUnsavedGuard } from '../../components/resource-form';
import { t } from '../../i18n/t';

const LEAVING = {
  title: t('Leave without the password?'),
  text: t('The password is shown only once. If you lose it, you have to generate another one.'),
};

interface ShownOnceProps {
  username: string;
  password: string;
  /** Whether the page may be left without confirmation. */
  isSaved: boolean;
  onSaved: () => void;
}

/** Shows a generated password once; asks for confirmation before leaving. */
export function ShownOnce({ username, password, isSaved, onSaved }: ShownOnceProps) {
  useUnsavedGuard(!isSaved, LEAVING);
  return (
    <Stack gap="lg">
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('Save it before you leave this page')}>
        {t('The password is not stored and cannot be shown again.')}
      </Alert>
      <FormSection title={t('Log-in')} description={t('Their credentials.')}>
        <Stack gap="sm" align="stretch">
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('Username')}
            </Text>
            <CopyText value={username} label={t('the username')} />
          </div>
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('Password')}
            </Text>
            <CopyText value={password} label={t('the password')} />
          </div>
          <Button
            mt="sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconCircleCheck size={18} aria-hidden />}
            onClick={onSaved}
          >
            {t('I have saved it')}
          </Button>
        </Stack>
      </FormSection>
    </Stack>
  );
}
