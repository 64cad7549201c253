import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { ConcurrencyLimit } from '#common/concurrency-limit.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { ADD_POINTS } from '#common/rate-limits/rate-limits.queries.js';
import { EMPTY, TOO_LARGE } from '#platform/imports/index.js';
import { PictureMaker } from './picture-maker.js';
import { PictureStore } from './picture-store.js';
import type { UploadedPictureView } from './pictures.dto.js';
import {
  MAX_A_DAY,
  MAX_AT_ONCE,
  MAX_PICTURE_BYTES,
  ONE_AT_A_TIME,
  pictureFile,
  PICTURES_BUSY,
  TOO_MANY_A_DAY,
} from './pictures.rules.js';

const DAY_MS = 86_400_000;

/** Takes pictures of bundles in. Decision 113. */
@Injectable()
export class Pictures {
  private readonly ofUser = new ConcurrencyLimit<number>(1);
  private readonly ofAll = new ConcurrencyLimit<'all'>(MAX_AT_ONCE);

  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
    private readonly maker: PictureMaker,
    private readonly store: PictureStore,
    private readonly config: Config,
  ) {}

  /**
   * Keeps a picture in all sizes; audited. The same picture has the same address however often it is sent.
   * @throws AppError VALIDATION for an empty file, no picture, or too many pixels; PAYLOAD_TOO_LARGE; TOO_MANY_REQUESTS for
   * the second at the same time and too many within a day; SERVICE_UNAVAILABLE if others send too many; INSUFFICIENT_STORAGE
   */
  async receive(caller: Caller, bytes: AsyncIterable<Buffer>): Promise<UploadedPictureView> {
    const { uid } = caller;
    if (!this.ofUser.tryAcquire(uid)) throw AppError.of(ONE_AT_A_TIME);
    try {
      if (!this.ofAll.tryAcquire('all')) throw AppError.of(PICTURES_BUSY);
      try {
        return await this.keep(caller, bytes);
      } finally {
        this.ofAll.release('all');
      }
    } finally {
      this.ofUser.release(uid);
    }
  }

  private async keep(caller: Caller, bytes: AsyncIterable<Buffer>): Promise<UploadedPictureView> {
    await this.count(caller.uid);
    const { files, width, height } = await this.maker.make(await whole(bytes));
    const hash = createHash('sha256').update(files[0]!.content).digest('hex');
    for (const { size, content } of files) await this.store.put(pictureFile(hash, size), Buffer.from(content));
    const act = { action: 'picture.upload', entityType: 'picture', entityId: hash, after: { width, height } };
    await this.db.transaction((tx) => this.audit.record(tx, caller, act));
    const [url, ...smaller] = files.map(({ size }) => `${this.config.publicUrl}/pictures/${pictureFile(hash, size)}`);
    return { url: url!, smaller, width, height };
  }

  /** @throws AppError TOO_MANY_REQUESTS */
  private async count(uid: number): Promise<void> {
    const now = Date.now();
    const values = [[`pictures:${uid}`], [1], [now + DAY_MS], now];
    const [counter] = await this.db.query<{ points: number }>(null, ADD_POINTS, values);
    if (counter!.points > MAX_A_DAY) throw AppError.of(TOO_MANY_A_DAY, { count: MAX_A_DAY });
  }
}

/** @throws AppError VALIDATION for an empty file; PAYLOAD_TOO_LARGE as soon as it is */
async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > MAX_PICTURE_BYTES) throw AppError.of(TOO_LARGE, { bytes: MAX_PICTURE_BYTES });
    chunks.push(chunk);
  }
  if (total === 0) throw AppError.of(EMPTY);
  return Buffer.concat(chunks);
}
