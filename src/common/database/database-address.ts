/** The URL of the database for whoever needs a session of its own: no pooler in transaction mode is in between. */
export class DatabaseAddress {
  constructor(
    readonly url: string,
    /** Whether all others go through such a pooler. Decision 81. */
    readonly isPooled = false,
  ) {}
}
