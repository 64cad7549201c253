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
