/** Where the database is: the URL of the setting, or of the embedded server once that has started. */
export class DatabaseAddress {
  constructor(readonly url: string) {}
}
