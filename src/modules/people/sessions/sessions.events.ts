import { ChoiceProperty, IntegerProperty, UuidProperty } from '#common/openapi/decorators.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';

/** Why a session ended, as in its event. */
const END_REASONS = [
  'logout',
  'logout_everywhere',
  'refresh_token_reused',
  'password_changed',
  'account_inactive',
  'account_erased',
  'code_reused',
  'consent_withdrawn',
  'application_deleted',
  'database_restored',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** `session.ended`. See docs/spec/service.md#7. */
export class SessionEndedData {
  @UuidProperty('8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63', 'the `sid` claim of the access tokens, which are now invalid')
  session_id!: string;

  @IntegerProperty(5, 'user of the session') uid!: number;
  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11', 'application of the session') application_id!: string;
  @ChoiceProperty(END_REASONS, 'logout') reason!: EndReason;
}

export const SESSION_EVENTS = {
  'session.ended': {
    aggregate: 'session',
    data: SessionEndedData,
    summary: 'A session of a user ended, by log-out or for another reason',
    description: 'Sent only to the application of the session. Not sent for sessions that expire.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof SESSION_EVENTS> {}
}
