import { processorOfAll } from '#test/support/processes.js';
import { type BenchDatabase, postmasterOf } from './database.js';
import { asked, type Asked, type Known, TOKEN_MS } from './lists-calls.js';
import { FIRST_UID } from './lists-rows.js';
import { headOf, networkLoaded, rowOf } from './network-part.js';
import { rounded } from './page.js';
import type { ServerProcess } from './server-process.js';
import { post, SUPER_ADMIN } from './shop.js';

/** Milliseconds that are wanted of each. */
const MOST_MS = 100;

/** Rows of the printed table: the slowest. */
const SHOWN = 40;

const LIMIT = 50;

/** After so many milliseconds, something is not asked as often as the others. */
const LONG_MS = 2_000;

/** What is asked for: a page of a list, or a page of the console without a list. */
interface Request {
  readonly path: string;
  readonly where: string;
}

/** What a request took, in milliseconds. */
interface Took extends Request {
  readonly median: number;
  readonly worst: number;
  /** Of the database's statements, and of the processor, for one of them. */
  readonly database: number;
  readonly databaseProcessor: number;
  readonly service: number;
}

/** A service with a full database, which is asked for all that the admin module lists. */
export class ListsBench {
  private authorization = '';
  private signedIn = 0;

  private constructor(
    private readonly service: ServerProcess,
    private readonly database: BenchDatabase,
    private readonly known: Known,
  ) {}

  /** Waits until the network is in the service's memory. */
  static async open(service: ServerProcess, database: BenchDatabase): Promise<ListsBench> {
    const bench = new ListsBench(service, database, await knownOf(database));
    const { rows } = bench.known;
    await networkLoaded(
      service,
      { authorization: await bench.admin() },
      { top: FIRST_UID + 1, last: FIRST_UID + rows },
    );
    return bench;
  }

  /** Asks for each several times; the lines of the table. The process ends with 1 if half of the times one took longer than wanted. */
  async measure(only: string, rounds: number): Promise<string[]> {
    const all: Took[] = [];
    for (const one of asked(this.known).filter(({ path }) => path.includes(only))) {
      const first = await this.get(one.path);
      for (const request of pagesOf(one, first)) {
        all.push(await this.took(request, rounds));
      }
    }
    const slow = all.filter(({ median }) => median > MOST_MS);
    if (slow.length > 0) process.exitCode = 1;
    const shown = all.toSorted((one, other) => other.median - one.median).slice(0, Math.max(SHOWN, slow.length));
    return [
      `${this.known.rows.toLocaleString('en')} members and orders, ${all.length} requests, each ${rounds} times: ${slow.length} took longer than ${MOST_MS} ms half of the time. The slowest, in ms:`,
      '',
      ...headOf(['Request', 'Median', 'Worst', 'Statements', 'Processor: database', 'Service']),
      ...shown.map((one) =>
        rowOf([
          `${this.named(one)}`,
          ...[one.median, one.worst, one.database, one.databaseProcessor, one.service].map(ms),
        ]),
      ),
    ];
  }

  /** Such as `orders/?sort=total, in the middle`. */
  private named({ path, where }: Request): string {
    const shown = decodeURIComponent(path.replace('/admin/api/', '')).replaceAll(this.known.applicationId, '{id}');
    return `\`${shown}\`${where === '' ? '' : `, ${where}`}`;
  }

  private async took(request: Request, rounds: number): Promise<Took> {
    const times: number[] = [];
    const before = await this.work();
    while (times.length < rounds && !(times.length > 1 && times[0]! > LONG_MS)) {
      const began = performance.now();
      await this.get(request.path);
      times.push(performance.now() - began);
    }
    const after = await this.work();
    const each = (value: number): number => value / times.length;
    const ascending = times.toSorted((one, other) => one - other);
    const figures = { median: ascending[Math.floor(ascending.length / 2)]!, worst: ascending.at(-1)! };
    return {
      ...request,
      ...figures,
      database: each(after.ms - before.ms),
      databaseProcessor: each(after.processor - before.processor),
      service: each(after.service - before.service),
    };
  }

  /** Milliseconds that database and service have worked so far. */
  private async work(): Promise<{ ms: number; processor: number; service: number }> {
    const { ms } = await this.database.work();
    return { ms, processor: processorOfAll(this.known.postmaster), service: this.service.cpu() / 1_000 };
  }

  private async get(path: string): Promise<{ count?: number }> {
    const response = await fetch(`${this.service.url}${path}`, { headers: { authorization: await this.admin() } });
    const body = (await response.json()) as { data: { count?: number } };
    // What there is none of is answered in its time, too.
    if (response.status !== 200 && response.status !== 404)
      throw new Error(`${path} was answered with ${JSON.stringify(body)}`);
    return body.data ?? {};
  }

  private async admin(): Promise<string> {
    if (Date.now() - this.signedIn > TOKEN_MS / 2) {
      const { access_token } = await post(this.service, '/admin/api/session/', {}, SUPER_ADMIN);
      this.authorization = `Bearer ${String(access_token)}`;
      this.signedIn = Date.now();
    }
    return this.authorization;
  }
}

/** The first page, one in the middle and the last, as far as there are so many. */
function pagesOf({ path, mostSkipped }: Asked, { count = 0 }: { count?: number }): Request[] {
  if (mostSkipped === null) return [{ path, where: '' }];
  const last = Math.min(count - LIMIT, mostSkipped);
  const page = (where: string, offset: number): Request => ({
    path: offset === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}offset=${offset}`,
    where,
  });
  const further = [page('in the middle', Math.floor(last / 2)), page('the last page', last)];
  return [page('', 0), ...(last > LIMIT ? further : [])];
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : rounded(value));

/** The ids of what was filled in. */
async function knownOf(database: BenchDatabase): Promise<Known> {
  const { rows } = await database.pool.query<Omit<Known, 'postmaster'>>(
    `SELECT (SELECT count(*)::float8 FROM network_members) AS rows,
            (SELECT max(id) FROM commission_runs WHERE period = '2026-11')::float8 AS "runId",
            (SELECT id FROM applications LIMIT 1) AS "applicationId",
            d.id AS "deliveryId", d.event_id AS "eventId", (SELECT id FROM imports LIMIT 1) AS "importId",
            (SELECT max(id) FROM approvals)::float8 AS "approvalId", 100 AS line
       FROM (SELECT id, event_id FROM webhook_deliveries LIMIT 1) d`,
  );
  return { ...rows[0]!, postmaster: await postmasterOf(database) };
}
