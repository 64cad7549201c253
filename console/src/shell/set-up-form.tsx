import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { logIn, setUpFactor, type Challenge, type Session } from '../api/session';
import { FailureState } from '../components/failure-state';
import { TotpSecret } from '../components/totp-secret';
import { ProofForm } from './proof-form';
import { t } from '../i18n/t';

interface SetUpFormProps {
  challenge: Challenge;
  onDone: (session: Session) => void;
  children: ReactNode;
}

/** Sets up the authenticator app that a role of the user requires; its first code logs in. */
export function SetUpForm({ challenge, onDone, children }: SetUpFormProps) {
  const token = challenge.challenge;
  const { data, error, refetch } = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => setUpFactor(token),
    // Asked again, it would be another secret.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={160} />;
  return (
    <Stack>
      <Text size="sm">{t('Your role requires a second factor, and you have none yet.')}</Text>
      <TotpSecret totp={data} />
      <ProofForm
        challenge={{ ...challenge, kinds: ['totp'] }}
        send={({ code }) => logIn({ challenge: token, ...(code !== undefined && { code }) })}
        onDone={onDone}
        action={t('Set it up and log in')}
      >
        {children}
      </ProofForm>
    </Stack>
  );
}
