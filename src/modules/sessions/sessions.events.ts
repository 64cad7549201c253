import { ApiProperty } from '../../common/openapi/decorators.js';
import type { DocumentedEvents } from '../../common/openapi/index.js';

/** Why a session ended; applications hear it. */
const END_REASONS = [
  'logout',
  'logout_everywhere',
  'refresh_token_reused',
  'password_changed',
  'account_inactive',
  'application_deleted',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** `session.ended`. Section 7 of the decisions. */
export class SessionEndedData {
  @ApiProperty({
    type: String,
    format: 'uuid',
    example: '8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63',
    description: 'the claim `sid` of the access tokens, which are dead now',
  })
  session_id!: string;

  @ApiProperty({ type: 'integer', example: 5, description: 'whose session it was' })
  uid!: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    description: 'the application at which it was',
  })
  application_id!: string;

  @ApiProperty({ type: String, enum: END_REASONS, example: 'logout' })
  reason!: EndReason;
}

declare module '../../common/events/event-payloads.js' {
  interface EventPayloads {
    'session.ended': SessionEndedData;
  }
}

export const SESSION_EVENTS: DocumentedEvents = {
  'session.ended': {
    data: SessionEndedData,
    summary: 'A session of a user was ended, by a logout or for another reason',
    description:
      'Told only to the application that the session belongs to. Sessions that expire by themselves are not told.',
  },
};
