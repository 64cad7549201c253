import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { usernameOf } from '#people/users/index.js';
import { Database, isOlderThan, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { brokenConstraint } from '@commerce/postgres';
import { sorted } from '#common/http/sorting.js';
import { type Streamed, WORKBOOK } from '#common/http/streamed-body.js';
import { newId } from '#common/ids.js';
import { isOpen, LongJobs, LongJobType, Retention } from '#common/jobs/index.js';
import { Import, ImportChunk } from './import.entity.js';
import {
  type ImportQuery,
  type ImportsQuery,
  type ImportView,
  ListedImportView,
  toImportView,
  toListedImportView,
} from './imports.dto.js';
import {
  EMPTY,
  type FileFormat,
  IS_OVER,
  MAX_IMPORT_BYTES,
  MAX_WAITING,
  MAX_WORKBOOK_BYTES,
  NOT_COLUMNS,
  parseColumns,
  TOO_LARGE,
  TOO_MANY_WAITING,
} from './imports.rules.js';
import { PIECE_BYTES, ImportStorage } from './import-storage.js';

/** What a search looks through. */
const SEARCHED = `concat_ws(' ', i.kind, (${usernameOf('i.by_uid')}))`;

/** Pieces of imports that are over: cancelled, failed, or whose upload was broken off. */
const FORGET_CHUNKS = statement(
  'imports.forget-chunks',
  `DELETE FROM import_chunks c USING imports i
    WHERE i.id = c.import_id AND (i.outcome IS NOT NULL OR i.job_id = ANY ($1::uuid[])
      OR (i.job_id IS NULL AND i.created_at < now() - interval '1 day'))`,
);

/** Imports with pieces, and their jobs. */
const WITH_CHUNKS = statement(
  'imports.with-chunks',
  `SELECT job_id FROM imports i WHERE job_id IS NOT NULL AND EXISTS (SELECT FROM import_chunks c WHERE c.import_id = i.id)`,
);

/** Pieces of a file after which it is asked again whether there is room. */
const PIECES_BETWEEN_CHECKS = 16;

/** Of an admin's imports one is done at a time; those of others do not wait for them. */
const queueOf = (uid: number): string => `network.imports.${uid}`;

/** Does an import, in a process of its own: reading millions of rows would hold up requests. */
export const IMPORT = new LongJobType<{ importId: string }>('network.import', { ownProcess: true, retries: 2 });

/** How an import is asked for. */
interface ImportRequest {
  /** What is imported. */
  readonly kind: string;
  readonly query: ImportQuery;
  /** The header `Idempotency-Key`. */
  readonly key: string | undefined;
}

/** Takes files in, and says what happened to them. See docs/spec/commissions.md#1 and #2. */
@Injectable()
export class Imports {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly audit: AuditLog,
    private readonly lists: AdminLists,
    private readonly storage: ImportStorage,
  ) {}

  /**
   * Stores a file while it arrives, in bounded memory, and asks for its import; audited.
   * @throws AppError VALIDATION for an empty file; PAYLOAD_TOO_LARGE; IDEMPOTENCY_CONFLICT for another file under the same key;
   * CONFLICT if too many of the caller's files wait; INSUFFICIENT_STORAGE before the disk is full
   */
  async receive(
    caller: Caller,
    { kind, query, key }: ImportRequest,
    { type, charset, bytes }: Streamed,
  ): Promise<ImportView> {
    const { dry_run: isDryRun = false } = query;
    const format = { charset, ...formatOf(query) };
    await this.assertFewWait(caller.uid);
    const id = newId();
    await this.db.manager.insert(Import, { id, kind, mediaType: type, format, isDryRun, byUid: caller.uid });
    try {
      const most = type === WORKBOOK ? MAX_WORKBOOK_BYTES : MAX_IMPORT_BYTES;
      const seed = [kind, type, isDryRun, JSON.stringify(format)].join(' ');
      const bodyHash = await this.store(id, bytes, { seed, most });
      const requestKey =
        key === undefined ? null : createHash('sha256').update(`${caller.uid}:${kind}:${key}`).digest();
      // Whoever sends the same at the same time wins once, and is found the second time.
      const isTaken = (error: unknown): boolean => brokenConstraint(error) === 'imports_once';
      return await this.db.transaction(async (tx) => {
        const earlier = requestKey === null ? null : await tx.findOneBy(Import, { requestKey });
        if (earlier !== null) {
          await tx.delete(Import, { id });
          if (!earlier.bodyHash!.equals(bodyHash)) throw new AppError('IDEMPOTENCY_CONFLICT');
          return this.viewOf(earlier);
        }
        const jobId = await this.jobs.add(tx, IMPORT, { payload: { importId: id }, queue: queueOf(caller.uid) });
        await tx.update(Import, { id }, { jobId, requestKey, bodyHash });
        const act = { action: `${kind}.import`, entityType: 'import', entityId: id, after: { dry_run: isDryRun } };
        await this.audit.record(tx, caller, act);
        return toImportView(await tx.findOneByOrFail(Import, { id }), { state: 'waiting', done: 0, finishedAt: null });
      }, isTaken);
    } catch (error) {
      await this.db.manager.delete(Import, { id });
      throw error;
    }
  }

  /** Imports whose files have arrived, newest first, without their refused rows. */
  async list(query: ImportsQuery, reader?: Caller): Promise<ListAnswer<ListedImportView>> {
    const imports = this.db.manager
      .createQueryBuilder(Import, 'i')
      .select(LISTED.map((column) => `i.${column}`))
      .where('i.job_id IS NOT NULL');
    const all = sorted(imports, query.sort ?? '-created_at', { created_at: 'i.createdAt' }, 'i.id');
    const views = async (some: readonly Import[]) => {
      const going = some.filter(({ outcome }) => outcome === null);
      const jobs = new Map((await this.jobs.findAll(going.map(({ jobId }) => jobId!))).map((job) => [job.id, job]));
      return some.map((one) => toListedImportView(one, jobs.get(one.jobId!)));
    };
    const file = { name: 'imports', entityType: 'import', of: ListedImportView };
    const filters = { kind: 'i.kind = :kind', search: `${SEARCHED} ILIKE :search` };
    return this.lists.answer({ query, all, filters, views, file }, reader);
  }

  /**
   * How far an import has come.
   * @param kind only one of this kind is found; left out, any
   * @throws AppError NOT_FOUND
   */
  async read(id: string, kind?: string): Promise<ImportView> {
    return this.viewOf(await this.find(id, kind));
  }

  /**
   * Ends an import; nothing of it is written then. Audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that is over
   */
  async cancel(caller: Caller, id: string): Promise<ImportView> {
    const found = await this.find(id);
    const { status } = await this.viewOf(found);
    if (status !== 'queued' && status !== 'running') throw AppError.of(IS_OVER, { status });
    await this.db.transaction(async (tx) => {
      await this.audit.record(tx, caller, { action: 'import.cancel', entityType: 'import', entityId: id });
      await this.jobs.cancel(found.jobId!, tx);
    });
    return this.viewOf(await this.find(id));
  }

  /** Files whose import is over are not needed any more. */
  @Retention('files of imports that are over, and those whose upload was broken off a day ago')
  async forgetFiles(): Promise<void> {
    const kept = (await this.db.query<{ job_id: string }>(null, WITH_CHUNKS)).map(({ job_id: id }) => id);
    const open = (await this.jobs.findAll(kept)).filter(({ state }) => isOpen(state)).map(({ id }) => id);
    await this.db.change(null, FORGET_CHUNKS, [kept.filter((id) => !open.includes(id))]);
    const createdAt = isOlderThan(1);
    await this.db.manager.delete(Import, { jobId: IsNull(), createdAt });
    // An `Idempotency-Key` holds for a day.
    await this.db.manager.update(Import, { requestKey: Not(IsNull()), createdAt }, { requestKey: null });
  }

  private async find(id: string, kind?: string): Promise<Import> {
    const found = await this.db.manager.findOneBy(Import, { id, ...(kind !== undefined && { kind }) });
    if (found === null || found.jobId === null) throw AppError.notFound('import');
    return found;
  }

  private async assertFewWait(byUid: number): Promise<void> {
    const newest = {
      where: { byUid, outcome: IsNull() },
      order: { createdAt: 'DESC' },
      take: 10 * MAX_WAITING,
    } as const;
    const open = await this.db.manager.find(Import, newest);
    const jobs = await this.jobs.findAll(open.flatMap(({ jobId }) => jobId ?? []));
    const going = new Set(jobs.filter(({ state }) => isOpen(state)).map((job) => job.id));
    // One without a job is still arriving.
    const waiting = open.filter(({ jobId }) => jobId === null || going.has(jobId)).length;
    if (waiting >= MAX_WAITING) throw AppError.of(TOO_MANY_WAITING, { count: waiting });
  }

  private async viewOf(one: Import): Promise<ImportView> {
    return toImportView(one, await this.jobs.find(one.jobId!));
  }

  /** @returns the hash of the file */
  private async store(
    id: string,
    bytes: AsyncIterable<Buffer>,
    { seed, most }: { seed: string; most: number },
  ): Promise<Buffer> {
    const hash = createHash('sha256').update(seed);
    let number = 0;
    let total = 0;
    let held: Buffer[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      if (number % PIECES_BETWEEN_CHECKS === 0) await this.storage.assertRoom();
      await this.db.manager.insert(ImportChunk, { importId: id, number, bytes: Buffer.concat(held) });
      number += 1;
      held = [];
      size = 0;
    };
    for await (const chunk of bytes) {
      hash.update(chunk);
      total += chunk.length;
      if (total > most) throw AppError.of(TOO_LARGE, { bytes: most });
      held.push(chunk);
      size += chunk.length;
      if (size >= PIECE_BYTES) await flush();
    }
    if (size > 0) await flush();
    if (total === 0) throw AppError.of(EMPTY);
    return hash.digest();
  }
}

/** @throws AppError VALIDATION if `columns` is something else than fields by names */
function formatOf({ columns: json, decimal_comma: decimalComma }: ImportQuery): FileFormat {
  const columns = json === undefined ? undefined : parseColumns(json);
  if (json !== undefined && columns === undefined) throw AppError.of(NOT_COLUMNS);
  return { columns, decimalComma };
}

/** The columns of lists: the refused rows are large. */
const LISTED = [
  'id',
  'kind',
  'isDryRun',
  'byUid',
  'by',
  'jobId',
  'outcome',
  'rows',
  'accepted',
  'skipped',
  'refusedRows',
  'createdAt',
  'finishedAt',
] as const satisfies readonly (keyof Import)[];
