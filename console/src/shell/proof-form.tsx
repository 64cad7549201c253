import { Alert, Button, Divider, Stack } from '@mantine/core';
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiFailure, describeFailure } from '../api/failure';
import { signWithPasskey, type Challenge, type Proof } from '../api/session';
import { useChange } from '../api/use-change';
import { CodeInput } from '../components/code-input';
import { PasswordField } from '../components/password-field';
import { textIn } from './text-in';
import { t } from '../i18n/t';

interface ProofFormProps<Done> {
  challenge: Challenge;
  /** Sends a proof. */
  send: (proof: Proof) => Promise<Done>;
  onDone: (done: Done) => void;
  /** The verb on the button. */
  action: string;
  /** Beside the button. */
  children?: ReactNode;
}

/** Asks who the user is: for a code, a passkey, or the password of users who have neither. */
export function ProofForm<Done>({ challenge, send, onDone, action, children }: ProofFormProps<Done>) {
  const { kinds } = challenge;
  const { mutate, isPending, error } = useChange({
    run: async (proof: Proof | 'passkey') => send(proof === 'passkey' ? await signWithPasskey(challenge) : proof),
    refreshes: [],
    quiet: true,
    onDone,
  });
  const isByPassword = kinds.includes('password');
  const codes = [
    ...(kinds.includes('totp') ? [t('the code that your authenticator app shows')] : []),
    ...(kinds.includes('recovery_code') ? [t('a recovery code')] : []),
  ];
  const isByCode = codes.length > 0;
  const field = { name: 'proof', 'data-autofocus': true, autoFocus: true };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const proof = textIn(event.currentTarget, 'proof');
        mutate(isByPassword ? { password: proof } : { code: proof });
      }}
      noValidate
    >
      <Stack>
        {error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {isByPassword && error instanceof ApiFailure && error.type === 'Authentication Failed'
              ? t('The password is wrong.')
              : describeFailure(error)}
          </Alert>
        )}
        {kinds.includes('passkey') && (
          <Button
            variant={isByCode ? 'default' : 'filled'}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={isPending}
            onClick={() => mutate('passkey')}
            fullWidth
          >
            {t('Use a passkey')}
          </Button>
        )}
        {kinds.includes('passkey') && isByCode && <Divider label={t('or')} />}
        {isByPassword && <PasswordField label={t('Password')} autoComplete="current-password" {...field} />}
        {isByCode && (
          <CodeInput
            label={t('Code')}
            description={t('Enter {{codes}}.', { codes: codes.join(` ${t('or')} `) })}
            {...field}
          />
        )}
        {(isByPassword || isByCode) && (
          <Button type="submit" loading={isPending} fullWidth>
            {action}
          </Button>
        )}
        {children}
      </Stack>
    </form>
  );
}
