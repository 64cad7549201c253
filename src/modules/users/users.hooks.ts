import type { Caller } from '../../common/access/index.js';

/** What a hook is told before a member is made by sign-up. */
export interface SignUpContext {
  /** The API admin that signs the member up. */
  readonly caller: Caller;
  readonly username: string;
  readonly email: string;
  /** Null when nobody sponsors the member. */
  readonly sponsor_uid: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string;
}

declare module '../../common/events/hooks.js' {
  interface HookPoints {
    /** Before a member is made by sign-up. */
    'user.signup': SignUpContext;
  }
}
