import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { AwsClient } from 'aws4fetch';
import { ConcurrencyLimit } from '#common/concurrency-limit.js';
import type { BucketSettings } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { PictureStore } from './picture-store.js';
import { NO_PLACE, pictureKey, PICTURES_UNAVAILABLE } from './pictures.rules.js';

/** Requests to the bucket at once on one instance: each may hold a picture in memory. Others wait for their turn. */
const MAX_REQUESTS = 32;

/** How long a picture waits for its turn and for the bucket, repetitions included. */
const LIMIT_MS = 10_000;

/** Repetitions after 5xx and 429, each after twice the pause. */
const RETRIES = 2;

/** Keeps pictures in the bucket of an object store with the interface of Amazon S3. */
export class BucketPictures extends PictureStore {
  private readonly logger = new Logger('Pictures');
  private readonly requests = new ConcurrencyLimit<'all'>(MAX_REQUESTS);
  private readonly client: AwsClient;

  constructor(private readonly bucket: BucketSettings) {
    super();
    this.client = new AwsClient({ ...bucket, service: 's3', retries: RETRIES });
  }

  /** @throws AppError INSUFFICIENT_STORAGE if the bucket does not take it */
  async put(name: string, content: Buffer): Promise<void> {
    const body = new Uint8Array(content);
    // The bucket refuses what arrives otherwise than it was sent.
    const sha256 = createHash('sha256').update(body).digest('hex');
    const headers = { 'content-type': 'image/webp', 'x-amz-content-sha256': sha256 };
    try {
      await this.send(name, { method: 'PUT', headers, body });
    } catch (error) {
      throw this.failed(NO_PLACE, 'keep', error);
    }
  }

  /** @throws AppError SERVICE_UNAVAILABLE if the bucket does not answer, or refuses */
  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await this.send(name, {});
    } catch (error) {
      throw this.failed(PICTURES_UNAVAILABLE, 'read', error);
    }
  }

  /** What the bucket answers; undefined if it has nothing of this name. */
  private async send(name: string, init: RequestInit): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(LIMIT_MS);
    await this.requests.acquire('all', signal);
    try {
      const response = await this.client.fetch(`${this.bucket.url}/${pictureKey(name)}`, { ...init, signal });
      const content = Buffer.from(await response.arrayBuffer());
      if (response.ok) return content;
      const isMissing = response.status === 404 && init.method === undefined;
      if (isMissing && !content.includes('NoSuchBucket')) return undefined;
      throw new Error(`the bucket answered ${response.status} ${codeOf(content)}`);
    } finally {
      this.requests.release('all');
    }
  }

  private failed(failure: typeof NO_PLACE | typeof PICTURES_UNAVAILABLE, verb: string, error: unknown): AppError {
    // What went wrong on the way is in the cause: the message is "fetch failed".
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    this.logger.error(`cannot ${verb} a picture in ${this.bucket.url}: ${reason}`);
    return AppError.of(failure);
  }
}

/** The code in an error of S3, such as `AccessDenied`. */
function codeOf(content: Buffer): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(content.toString('latin1'))?.[1] ?? '';
}
