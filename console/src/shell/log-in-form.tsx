import { Alert, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState, type SubmitEvent } from 'react';
import { describeFailure } from '../api/failure';
import { challengeIn, logIn, type Challenge, type Session } from '../api/session';
import { useChange } from '../api/use-change';
import { PasswordField } from '../components/password-field';
import { ProofForm } from './proof-form';
import { textIn } from './text-in';
import { t } from '../i18n/t';

/** Few users need it, once. */
const SetUpForm = lazy(async () => ({ default: (await import('./set-up-form')).SetUpForm }));

/** Username and password, and then a second factor where one is asked for. @param onDone called after a successful log-in */
export function LogInForm({ onDone }: { onDone: () => void }) {
  const [challenge, setChallenge] = useState<Challenge>();
  const enter = ({ recovery_codes: codes }: Session): void => {
    onDone();
    if (codes !== undefined) void import('../components/recovery-codes').then((late) => late.showRecoveryCodes(codes));
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
        <Suspense fallback={<Skeleton height={160} />}>
          <SetUpForm challenge={challenge} onDone={enter}>
            {back}
          </SetUpForm>
        </Suspense>
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
  const [problems, setProblems] = useState<{ username?: string; password?: string }>({});
  const { mutate, isPending, error } = useChange({ run: logIn, refreshes: [], quiet: true, onDone });
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const [username, password] = [textIn(event.currentTarget, 'username'), textIn(event.currentTarget, 'password')];
    const found = {
      ...(username.trim() === '' && { username: t('Enter your username or e-mail address') }),
      ...(password === '' && { password: t('Enter your password') }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    mutate(
      { username, password },
      {
        onError: (failure) => {
          const challenge = challengeIn(failure);
          if (challenge !== undefined) onChallenge(challenge);
        },
      },
    );
  };
  return (
    <form onSubmit={send} noValidate>
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
          name="username"
          error={problems.username}
        />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          name="password"
          error={problems.password}
        />
        <Button type="submit" loading={isPending} fullWidth mt="xs">
          {t('Log in')}
        </Button>
      </Stack>
    </form>
  );
}
