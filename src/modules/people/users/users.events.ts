import { type Caller, type Role, ROLES } from '#common/access/index.js';
import { type CustomFieldValues, CustomFieldsView, type ShownCustomFields } from '#common/custom-fields/index.js';
import { ChoiceListProperty, IntegerProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';
import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';

/** `user.created`: what links a new user to others; no e-mail address and no name. See docs/spec/service.md#7. */
export class UserCreatedData {
  @IntegerProperty(12) uid!: number;
  @TextProperty('maria') username!: string;
  @IntegerProperty(3, 'the sponsor of the user', { nullable: true }) sponsor_uid!: number | null;
  @TextProperty('DE', 'ISO 3166-1 alpha-2', { nullable: true }) country_code!: string | null;
  @ChoiceListProperty(ROLES, ['member']) roles!: Role[];

  @UuidProperty(
    '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    'the application through which the user signed up; null if created by a super admin',
    { nullable: true },
  )
  application_id!: string | null;

  @CustomFieldsView('users', 'event') custom_fields?: ShownCustomFields;
}

export const USER_EVENTS = {
  'user.created': {
    aggregate: 'user',
    data: UserCreatedData,
    summary: 'A user signed up, or was created by a super admin',
    description: 'Includes users who are not members: see `roles`.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof USER_EVENTS> {}
}

/** The input of hooks before a sign-up. */
export interface SignUpContext {
  /** The API admin; null for who signs up by themselves. */
  readonly caller: Caller | null;
  /** Through which the sign-up came. */
  readonly application_id: string | null;
  readonly username: string;
  readonly email: string;
  /** Null without a sponsor. */
  readonly sponsor_uid: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string;
  /** Those of the user. */
  readonly custom_fields: CustomFieldValues;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before a sign-up. */
    'user.signup': SignUpContext;
  }
}
