/** Where a kind of secret may be. */
interface Whereabouts {
  /** The operations whose good answers are meant to show it. */
  shownBy: readonly string[];
  /** The columns that hold it as it is. */
  storedIn: readonly string[];
}

const nowhere: Whereabouts = { shownBy: [], storedIn: [] };

/**
 * The kinds of secrets. What is stored as it is, is so by design: a signature, a decryption and a renewal need the secret
 * itself, where a password, a refresh token and a ticket are only compared, by their hashes.
 */
const KINDS = {
  password: nowhere,
  'password in the wrong field': nowhere,
  'generated password': {
    ...nowhere,
    shownBy: ['adminRegisterApplication', 'adminChangeApplication', 'adminCreateUser', 'adminChangeUser'],
  },
  'application key': {
    ...nowhere,
    shownBy: ['adminRegisterApplication', 'adminRotateApplicationKey', 'adminRevealApplicationKey'],
  },
  'access token': { ...nowhere, shownBy: ['getToken', 'getOAuthToken', 'adminLogIn'] },
  'refresh token': { ...nowhere, shownBy: ['getToken', 'getOAuthToken'] },
  'recovery code': { ...nowhere, shownBy: ['adminConfirmFactor', 'adminRenewRecoveryCodes', 'adminLogIn'] },
  'link that sets a password': { ...nowhere, shownBy: ['adminMakePasswordLink'] },
  challenge: { ...nowhere, shownBy: ['adminAskConfirmation'] },
  ticket: { ...nowhere, shownBy: ['createSsoTicket'] },
  // Of a webhook, and of an authenticator app, which is stored as bytes.
  'shared secret': {
    shownBy: ['adminGetWebhook', 'adminRotateWebhookSecret', 'adminAddFactor', 'adminSetUpFactor'],
    storedIn: ['public.webhook_secrets.secret'],
  },
  'encryption key': {
    shownBy: ['adminIssueEncryptionKey', 'adminListEncryptionKeys'],
    storedIn: ['public.encryption_keys.key'],
  },
  'idempotency key': nowhere,
  'signing key': { ...nowhere, storedIn: ['public.signing_keys.private_key'] },
  'seed of refresh tokens': { ...nowhere, storedIn: ['public.sessions.refresh_seed'] },
  'hash of a password': { ...nowhere, storedIn: ['public.users.password_hash'] },
  'password of the database': nowhere,
} as const satisfies Record<string, Whereabouts>;

export type Kind = keyof typeof KINDS;

/** Whether a good answer of an operation is meant to show a kind of secret. */
export function isShownBy(kind: Kind, operation: string): boolean {
  const shownBy: readonly string[] = KINDS[kind].shownBy;
  return shownBy.includes(operation);
}

/** Whether a column is meant to hold a kind of secret as it is. */
export function isStoredIn(kind: Kind, column: string): boolean {
  const storedIn: readonly string[] = KINDS[kind].storedIn;
  return storedIn.includes(column);
}
