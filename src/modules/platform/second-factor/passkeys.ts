import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Config } from '#common/config/config.js';
import type { SecondFactor } from './second-factor.entity.js';

/** How the service calls itself to authenticators and apps. */
export const ISSUER = 'Commerce console';

/** What a passkey has to sign to log in, and how a browser asks for it. */
export interface AssertionRequest {
  challenge: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** What the library says of a passkey that was made. */
type Registered = Pick<SecondFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * Passkeys (WebAuthn), checked by a library, which is loaded when the first one is asked for. They are bound to the host of
 * `PUBLIC_URL`, which has to be a name: browsers take no passkeys for addresses, and none over plain
 * http except on the machine itself. Behind a proxy it is the address that browsers see.
 */
@Injectable()
export class Passkeys {
  constructor(private readonly config: Config) {}

  /** Whether there can be passkeys here. */
  get arePossible(): boolean {
    const { protocol, hostname } = this.site;
    const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    return isName && (protocol === 'https:' || hostname === 'localhost');
  }

  /** How a browser makes a passkey. */
  async creation(
    { uid, username }: { uid: number; username: string },
    known: readonly SecondFactor[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: ISSUER,
      rpID: this.site.hostname,
      userName: username,
      userID: Uint8Array.from(Buffer.from(String(uid))),
      attestationType: 'none',
      excludeCredentials: credentialsOf(known),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
  }

  /** What was made with those options; undefined if it is not right. */
  async register(challenge: string, response: unknown): Promise<Registered | undefined> {
    const { verifyRegistrationResponse } = await library();
    const verified = await attempt(() =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
      }),
    );
    if (verified?.verified !== true) return undefined;
    const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] };
  }

  /** How a browser lets one of these passkeys sign. */
  async assertion(known: readonly SecondFactor[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: this.site.hostname,
      allowCredentials: credentialsOf(known),
      userVerification: 'required',
    });
  }

  /** The new counter of a passkey that signed the challenge; undefined if it did not. */
  async verify(challenge: string, response: unknown, factor: SecondFactor): Promise<number | undefined> {
    const { verifyAuthenticationResponse } = await library();
    const verified = await attempt(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
        credential: {
          id: factor.credentialId!,
          publicKey: Uint8Array.from(factor.publicKey!),
          counter: Number(factor.counter),
        },
      }),
    );
    return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
  }

  private get site(): URL {
    return new URL(this.config.publicUrl);
  }
}

function library(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server');
}

function credentialsOf(factors: readonly SecondFactor[]): { id: string; transports: AuthenticatorTransport[] }[] {
  return factors
    .filter(({ credentialId, confirmedAt }) => credentialId !== null && confirmedAt !== null)
    .map(({ credentialId, transports }) => ({
      id: credentialId!,
      transports: (transports ?? []) as AuthenticatorTransport[],
    }));
}

/** The library throws at whatever a client may have sent wrong. */
async function attempt<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
