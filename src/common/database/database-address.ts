/** The URL of the database: the setting, or that of the embedded server. */
export class DatabaseAddress {
  constructor(readonly url: string) {}
}
