import type { Readable } from 'node:stream';

/**
 * A success that is sent while it is made, of any length, without the envelope. A handler returns one, mostly by
 * `Downloads.csv`; what it throws before is an error as any other. If the stream fails later, the connection is cut, so that
 * nobody takes a part for the whole.
 */
export class StreamedAnswer {
  /**
   * @param mediaType such as `text/csv`
   * @param filename what a browser calls the file: letters, digits, `-`, `_` and `.`
   * @param body is destroyed when the client hangs up
   */
  constructor(
    readonly mediaType: string,
    readonly filename: string,
    readonly body: Readable,
  ) {}

  /** The headers that go with it. */
  get headers(): Readonly<Record<string, string>> {
    return {
      'content-type': `${this.mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${this.filename}"`,
      vary: 'Accept',
    };
  }
}
