import { queryOptions } from '@tanstack/react-query';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api, dataOf, type Schemas } from './client';
import { ApiFailure } from './failure';
import { t } from '../i18n/t';

/** The logged-in user; 401 without a session. */
export const identityQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/session/', { signal })),
  staleTime: Infinity,
  retry: false,
});

/** What a user has to prove who they are. */
export type Challenge = Schemas['ChallengeView'];

/** A proof: one of them. */
export type Proof = Pick<Schemas['ConfirmSessionDto'], 'password' | 'code' | 'assertion'>;

export type Session = Schemas['AdminSessionView'];

/** Logs in; the service sets the session cookie, which scripts cannot read. */
export function logIn(body: Schemas['AdminLogInDto']): Promise<Session> {
  return dataOf(api.POST('/admin/api/session/', { body }));
}

/** Logs out: the session ends and the cookie is cleared. */
export function logOut(): Promise<unknown> {
  return dataOf(api.DELETE('/admin/api/session/'));
}

/** The challenge of a log-in that needs a second factor; undefined for any other failure. */
export function challengeIn(error: unknown): Challenge | undefined {
  const isChallenge = error instanceof ApiFailure && error.type === 'Second Factor Required';
  return isChallenge ? (error.data as Challenge) : undefined;
}

/** The secret for the authenticator app that a log-in has to set up. */
export function setUpFactor(challenge: string): Promise<Schemas['TotpSecretView']> {
  return dataOf(api.POST('/admin/api/session/set-up/', { body: { challenge } }));
}

/** How the user can confirm who they are. */
export function askConfirmation(): Promise<Challenge> {
  return dataOf(api.POST('/admin/api/session/challenge/'));
}

/** Confirms who the user is. */
export function confirmSession(body: Schemas['ConfirmSessionDto']): Promise<unknown> {
  return dataOf(api.POST('/admin/api/session/confirm/', { body }));
}

/** Lets a passkey sign. @throws ApiFailure when the browser or the user refuses */
export async function signWithPasskey({ passkey }: Challenge): Promise<Proof> {
  const optionsJSON = passkey as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { assertion: { ...(await withPasskeys(() => startAuthentication({ optionsJSON }))) } };
}

/** Runs what the browser's dialog of passkeys may refuse. @throws ApiFailure in words of ours */
export async function withPasskeys<Made>(work: () => Promise<Made>): Promise<Made> {
  try {
    return await work();
  } catch {
    throw new ApiFailure(400, 'Passkey', t('no passkey was used; try again, or use another second factor'));
  }
}
