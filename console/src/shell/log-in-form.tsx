import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { describeFailure } from '../api/failure';
import { challengeIn, logIn, type Challenge, type Session } from '../api/session';
import { useChange } from '../api/use-change';
import { PasswordField } from '../components/password-field';
import { showRecoveryCodes } from '../components/recovery-codes';
import { ProofForm } from './proof-form';
import { SetUpForm } from './set-up-form';
import { t } from '../i18n/t';

/** Username and password, and then a second factor where one is asked for. @param onDone called after a successful log-in */
export function LogInForm({ onDone }: { onDone: () => void }) {
  const [challenge, setChallenge] = useState<Challenge>();
  const enter = ({ recovery_codes: codes }: Session): void => {
    onDone();
    if (codes !== undefined) showRecoveryCodes(codes);
  };
  if (challenge === undefined) return <PasswordForm onDone={enter} onChallenge={setChallenge} />;
  const back = (
    <Button variant="subtle" onClick={() => setChallenge(undefined)}>
      {t('Back')}
    </Button>
  );
  const answer = { challenge: challenge.challenge };
  return (
    <Stack>
      <Text fw={600}>{challenge.set_up ? t('Set up a second factor') : t('Your second factor')}</Text>
      {challenge.set_up ? (
        <SetUpForm challenge={challenge} onDone={enter}>
          {back}
        </SetUpForm>
      ) : (
        <ProofForm
          challenge={challenge}
          send={({ code, assertion }) => logIn({ ...answer, ...(code === undefined ? { assertion } : { code }) })}
          onDone={enter}
          action={t('Log in')}
        >
          {back}
        </ProofForm>
      )}
    </Stack>
  );
}

interface PasswordFormProps {
  onDone: (session: Session) => void;
  onChallenge: (challenge: Challenge) => void;
}

function PasswordForm({ onDone, onChallenge }: PasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? t('Enter your username or e-mail address') : null),
      password: (value) => (value === '' ? t('Enter your password') : null),
    },
  });
  const { mutate, isPending, error } = useChange({ run: logIn, refreshes: [], quiet: true, onDone });
  const send = (values: { username: string; password: string }): void =>
    mutate(values, {
      onError: (failure) => {
        const challenge = challengeIn(failure);
        if (challenge !== undefined) onChallenge(challenge);
      },
    });
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack>
        {error !== null && challengeIn(error) === undefined && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {describeFailure(error)}
          </Alert>
        )}
        <TextInput
          label={t('Username or e-mail address')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          autoFocus
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending} fullWidth mt="xs">
          {t('Log in')}
        </Button>
      </Stack>
    </form>
  );
}
