import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onceAnswered } from '#common/answered.js';
import { BackgroundWriter } from '#common/background-writer.js';
import { Config } from '#common/config/config.js';
import { Database, statement } from '#common/database/index.js';
import { Retention } from '#common/jobs/index.js';
import { KEPT, keptFields, MOST_AT_ONCE } from './refusal.rules.js';

const FLUSH_MS = 10_000;

/** A request that is not written yet. */
interface Waiting {
  readonly at: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly fields: readonly string[];
  readonly application_id: string | null;
  readonly uid: number | null;
  readonly ip: string;
  readonly request_id: string;
  readonly duration_ms: number;
}

/** Writes requests. `$1`: JSON of {@link Waiting}. */
const WRITE = statement(
  'refusals.write',
  `INSERT INTO refused_requests (at, method, route, status, code, fields, application_id, uid, ip, request_id, duration_ms)
   SELECT at, method, route, status, code, fields, application_id, uid, ip, request_id, duration_ms
     FROM jsonb_to_recordset($1::jsonb) AS r (at timestamptz, method text, route text, status integer, code text, fields text[],
          application_id uuid, uid bigint, ip text, request_id text, duration_ms numeric)`,
);

/** Deletes what is older than `$1` days, and all but the newest `$2` of each application and the newest `$3` of all. */
const FORGET = statement(
  'refusals.forget',
  `DELETE FROM refused_requests r USING (
     SELECT id, at, row_number() OVER (PARTITION BY application_id ORDER BY at DESC, id DESC) AS of_application,
            row_number() OVER (ORDER BY at DESC, id DESC) AS of_all
       FROM refused_requests
   ) AS one
    WHERE one.id = r.id
      AND (one.at < now() - make_interval(days => $1) OR one.of_application > $2 OR one.of_all > $3)`,
);

/**
 * Keeps the requests of the client API that are refused or fail. They are written in batches in the background, so that no
 * request waits for it; what there is no room for, or the database does not take, is lost.
 */
@Injectable()
export class RefusalLog extends BackgroundWriter {
  private waiting: Waiting[] = [];
  private readonly counts = new Map<string | null, number>();

  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {
    super(FLUSH_MS);
  }

  /** Looks at every request of the client API once it is answered. */
  watch(fastify: FastifyInstance): void {
    const path = `/${this.config.apiPrefix}/v`;
    onceAnswered(fastify, (request, reply, status) => {
      const address = request.routeOptions.url ?? request.url;
      if (status >= 400 && address.startsWith(path) && request.method !== 'OPTIONS') this.keep(request, reply, status);
    });
  }

  @Retention(
    `refused requests after ${KEPT.days} days, and all but the newest ${KEPT.ofApplication} of each application and ${KEPT.ofAll} of all`,
  )
  async forget(): Promise<void> {
    await this.db.change(null, FORGET, [KEPT.days, KEPT.ofApplication, KEPT.ofAll]);
  }

  private keep(request: FastifyRequest, reply: FastifyReply, status: number): void {
    const applicationId = request.keyOfApplication ?? null;
    const count = this.counts.get(applicationId) ?? 0;
    if (count >= MOST_AT_ONCE.ofApplication || this.waiting.length >= MOST_AT_ONCE.ofAll) return;
    this.counts.set(applicationId, count + 1);
    this.waiting.push({
      at: new Date().toISOString(),
      method: request.method.slice(0, 10),
      route: request.routeOptions.url?.slice(0, 200) ?? null,
      status,
      code: request.refusal?.code.slice(0, 60) ?? null,
      fields: keptFields(request.refusal?.fields ?? []),
      application_id: applicationId,
      uid: request.caller?.uid ?? null,
      ip: request.ip,
      request_id: request.id,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    this.writeSoon();
  }

  protected async write(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    this.counts.clear();
    if (rows.length === 0) return;
    try {
      await this.db.change(null, WRITE, [JSON.stringify(rows)]);
    } catch (error) {
      this.logger.warn(`dropped ${rows.length} refused requests: ${String(error)}`);
    }
  }
}
