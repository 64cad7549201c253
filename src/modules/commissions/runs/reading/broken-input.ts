/** What was read is not as it must be: the run fails, and says of which member or row. */
export class BrokenInput extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenInput';
  }
}
