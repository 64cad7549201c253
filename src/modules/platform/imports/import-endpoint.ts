import { applyDecorators } from '@nestjs/common';
import { Endpoint } from '#common/http/endpoint.js';
import { STREAMED_TYPES, StreamedBody, type StreamedType } from '#common/http/streamed-body.js';
import { ImportView } from './imports.dto.js';
import { IMPORT_FAILURES } from './imports.rules.js';

/** What an import is called, and what its files are. */
interface ImportDescription {
  readonly id: string;
  readonly summary: string;
  /** Which columns a row has, after a colon, and what happens to the rows. */
  readonly columns: string;
  /** What the body is. */
  readonly body: string;
  readonly examples: Readonly<Partial<Record<StreamedType, string>>>;
}

const FILES =
  'Rows of NDJSON, of CSV with a header (commas, semicolons or tabs; UTF-8 unless `charset` of its media type says `utf-16le` or `windows-1252`), or of the first sheet of an Excel workbook of at most 32 MiB';
const GOES_ON = 'The import goes on after the response: read it by its `id`.';

/** `POST import`: takes a file, whose rows are read and written in the background. */
export function ImportEndpoint({ id, summary, columns, body, examples: files }: ImportDescription): MethodDecorator {
  return applyDecorators(
    StreamedBody(),
    Endpoint('POST import', {
      id,
      summary,
      description: `${FILES}: ${columns} ${GOES_ON}`,
      answer: ImportView,
      body: { type: String, description: body, files },
      consumes: STREAMED_TYPES,
      failures: IMPORT_FAILURES,
    }),
  );
}
