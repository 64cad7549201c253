import { InstantProperty, IntegerProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';

const TOKEN = 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc';

/** Data for sending an e-mail; only the application through which the request came receives it. */
class MailData {
  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11', 'the application through which the request came')
  application_id!: string;

  @TextProperty('maria@example.com', 'where the e-mail goes', { format: 'email' }) email!: string;
}

/** The same for an e-mail with a token. */
class TokenMailData extends MailData {
  @TextProperty(TOKEN, 'secret: put it after the `#` of a link to a page of yours') token!: string;
  @InstantProperty('2026-11-21T10:00:00.000Z') expires_at!: string;
}

/** `account.confirmation_requested`. */
export class ConfirmationRequestedData extends TokenMailData {}

/** `account.already_exists`. */
export class AlreadyExistsData extends MailData {}

/** `account.password_reset_requested`. */
export class PasswordResetRequestedData extends TokenMailData {
  @IntegerProperty(12) uid!: number;
}

/** `account.invited`. */
export class InvitedData extends TokenMailData {
  @IntegerProperty(12) uid!: number;
}

/** `account.email_change_requested`. */
export class EmailChangeRequestedData extends TokenMailData {
  @IntegerProperty(12) uid!: number;
}

/** `account.email_changed`. */
export class EmailChangedData extends MailData {
  @IntegerProperty(12) uid!: number;
}

/** `account.erased`. */
export class AccountErasedData {
  @IntegerProperty(12) uid!: number;
}

const SENT_TO = 'Sent only to the application through which the request came. The log of deliveries hides the token.';

export const ACCOUNT_EVENTS = {
  'account.confirmation_requested': {
    aggregate: 'sign_up',
    data: ConfirmationRequestedData,
    secrets: ['token'],
    summary: 'Somebody signed up and has to confirm the e-mail address',
    description: `The token makes the user at \`account/confirm/\`, once, within 24 hours. Names are left out: a stranger may have written them. ${SENT_TO}`,
  },
  'account.already_exists': {
    aggregate: 'user',
    data: AlreadyExistsData,
    summary: 'Somebody signed up with, or tried to change to, the e-mail address of an existing user',
    description: `Tell the owner, who may have forgotten that they have an account. Sent only to the application through which the request came.`,
  },
  'account.password_reset_requested': {
    aggregate: 'user',
    data: PasswordResetRequestedData,
    secrets: ['token'],
    summary: 'A user requested a password reset',
    description: `The token sets a password at \`account/set-password/\`, once, within 30 minutes. ${SENT_TO}`,
  },
  'account.invited': {
    aggregate: 'user',
    data: InvitedData,
    secrets: ['token'],
    summary: 'A member who has no password was invited',
    description: `The token sets a password at \`account/set-password/\`, once, within 14 days. Sent only to the application by which the member was invited. The log of deliveries hides the token.`,
  },
  'account.email_change_requested': {
    aggregate: 'user',
    data: EmailChangeRequestedData,
    secrets: ['token'],
    summary: 'A user requested a change of e-mail address and has to confirm it',
    description: `The token takes the address to \`account/confirm-email/\`, once, within 24 hours. ${SENT_TO}`,
  },
  'account.email_changed': {
    aggregate: 'user',
    data: EmailChangedData,
    summary: 'The e-mail address of a user changed; `email` is the former one',
    description:
      'Tell its owner, who may not have done it. Sent only to the application through which the request came.',
  },
  'account.erased': {
    aggregate: 'user',
    data: AccountErasedData,
    summary: 'A user erased their account',
    description: 'Delete what you keep about them. Orders, earnings and the position in the network stay.',
  },
} satisfies EventDeclarations;

/** The input of hooks that add to a user's export of their data. */
export interface AccountExportContext {
  readonly uid: number;
  /**
   * Adds a part of the file.
   * @param part its name, unique
   * @param data plain data for JSON, of a bounded size
   */
  readonly add: (part: string, data: unknown) => void;
}

/** The input of hooks before the erasure of a user. */
export interface AccountErasureContext {
  readonly uid: number;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** When a user exports their data; the transaction only reads. */
    'account.export': AccountExportContext;
    /** Before a user is erased: refuse it, or delete what says who they are. */
    'account.erase': AccountErasureContext;
  }
}

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof ACCOUNT_EVENTS> {}
}
