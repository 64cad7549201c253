import { ImportRunner } from '#platform/imports/index.js';
import type { TestClient } from './factories.js';
import type { Answer, TestApp, TestRequest } from './start-test-app.js';

/** A row of a file. */
export type Row = Record<string, unknown>;

/** What happened to an import. */
export interface Told {
  readonly id: string;
  readonly status: string;
  readonly rows: number;
  readonly accepted: number;
  readonly refused: { line: number; errors: Record<string, { message: string }[]> }[];
}

/** Rows as NDJSON. */
export const ndjson = (rows: readonly Row[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** Hands for tests of imports, in a service that does no jobs by itself. */
export class FileImports {
  constructor(
    private readonly app: TestApp,
    private readonly root: TestClient,
    private readonly path: string,
  ) {}

  send(payload: string, query = '', { headers = {} }: TestRequest = {}): Promise<Answer> {
    const type = { 'content-type': 'application/x-ndjson' };
    return this.root.post(this.path + query, payload, { headers: { ...type, ...headers } });
  }

  /** Does a job here, as its own process would. */
  async work(id: string): Promise<Told> {
    const { signal } = new AbortController();
    await this.app.nest
      .get(ImportRunner, { strict: false })
      .run({ importId: id }, { signal, progress: () => undefined });
    return (await this.root.get(`/admin/api/imports/${id}/`)).body.data as Told;
  }

  /** Sends a file and does its import; gives what happened to it. */
  async import(file: string | readonly Row[], query = '', request: TestRequest = {}): Promise<Told> {
    const { status, text, body } = await this.send(typeof file === 'string' ? file : ndjson(file), query, request);
    if (status !== 200) throw new Error(`an import was answered with ${status} ${text}`);
    return this.work(body.data.id as string);
  }
}

/** The same for members. */
export class MemberImports extends FileImports {
  constructor(app: TestApp, root: TestClient) {
    super(app, root, '/admin/api/network/import/');
  }
}

/** Refused rows in short: the line, then each field with its first message. */
export function refusedOf({ refused }: Told): Record<number, Record<string, string>> {
  return Object.fromEntries(
    refused.map(({ line, errors }) => [
      line,
      Object.fromEntries(Object.entries(errors).map(([field, problems]) => [field, problems[0]!.message])),
    ]),
  );
}
