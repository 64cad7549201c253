import type { Caller } from '#common/access/index.js';

/** The input of hooks before a sign-up. */
export interface SignUpContext {
  /** The API admin. */
  readonly caller: Caller;
  readonly username: string;
  readonly email: string;
  /** Null without a sponsor. */
  readonly sponsor_uid: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string;
}

declare module '../../../common/events/handlers.js' {
  interface HookPoints {
    /** Before a sign-up. */
    'user.signup': SignUpContext;
  }
}
