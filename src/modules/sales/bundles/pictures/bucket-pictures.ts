import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { AwsClient } from 'aws4fetch';
import { ConcurrencyLimit } from '#common/concurrency-limit.js';
import type { BucketSettings } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { PictureStore } from './picture-store.js';
import { MAX_PICTURE_BYTES, NO_PLACE, pictureKey, PICTURES_UNAVAILABLE } from './pictures.rules.js';

/** Requests to the bucket at once on one instance, of readers and of uploads: each may hold a picture in memory. */
const MAX_REQUESTS = 32;

/** Others that wait for their turn: readers are anybody. */
const MAX_WAITING = 256;

/** How long a picture waits for its turn and for the bucket, repetitions included. */
const LIMIT_MS = 10_000;

/** Repetitions after 5xx and 429, each after twice the pause. */
const RETRIES = 2;

/** Keeps pictures in the bucket of an object store with the interface of Amazon S3. */
export class BucketPictures extends PictureStore {
  private readonly logger = new Logger('Pictures');
  private readonly requests = new ConcurrencyLimit<'GET' | 'PUT'>(MAX_REQUESTS);
  private readonly client: AwsClient;

  constructor(private readonly bucket: BucketSettings) {
    super();
    const { accessKeyId, secretAccessKey, region } = bucket;
    this.client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      service: 's3',
      retries: RETRIES,
      ...(region && { region }),
    });
  }

  /** @throws AppError INSUFFICIENT_STORAGE if the bucket does not take it */
  async put(name: string, content: Buffer): Promise<void> {
    const body = new Uint8Array(content);
    // The bucket refuses what arrives otherwise than it was sent.
    const sha256 = createHash('sha256').update(body).digest('hex');
    const headers = { 'content-type': 'image/webp', 'x-amz-content-sha256': sha256 };
    try {
      const { status, content: answer } = await this.send('PUT', name, { headers, body });
      if (status >= 300) throw refusal(status, answer);
    } catch (error) {
      throw this.failed(NO_PLACE, 'keep', error);
    }
  }

  /** @throws AppError SERVICE_UNAVAILABLE if the bucket does not answer, or with something else than a picture */
  async get(name: string): Promise<Buffer | undefined> {
    if (this.requests.pending('GET') >= MAX_WAITING) throw AppError.of(PICTURES_UNAVAILABLE);
    try {
      const { status, content } = await this.send('GET', name);
      if (status === 200 && isWebp(content)) return content;
      if (status === 404 && codeOf(content) === 'NoSuchKey') return undefined;
      throw refusal(status, content);
    } catch (error) {
      throw this.failed(PICTURES_UNAVAILABLE, 'read', error);
    }
  }

  private async send(
    method: 'GET' | 'PUT',
    name: string,
    init?: RequestInit,
  ): Promise<{ status: number; content: Buffer }> {
    const signal = AbortSignal.timeout(LIMIT_MS);
    await this.requests.acquire(method, signal);
    try {
      // A bucket in another region, or a page to log in, is no bucket: what it redirects to is not followed.
      const rest = { ...init, method, signal, redirect: 'manual' } as const;
      const response = await this.client.fetch(`${this.bucket.url}/${pictureKey(name)}`, rest);
      return { status: response.status, content: await contentOf(response) };
    } finally {
      this.requests.release(method);
    }
  }

  private failed(failure: typeof NO_PLACE | typeof PICTURES_UNAVAILABLE, verb: string, error: unknown): AppError {
    this.logger.error(`cannot ${verb} a picture in ${this.bucket.url}: ${reasonOf(error as Error)}`);
    return AppError.of(failure);
  }
}

/** What a response has, up to the size of a picture. */
async function contentOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    total += chunk.length;
    if (total > MAX_PICTURE_BYTES) throw new Error('the bucket answered with more than a picture has');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isWebp(content: Buffer): boolean {
  return content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';
}

function refusal(status: number, content: Buffer): Error {
  return new Error(`the bucket answered ${status} ${codeOf(content)}`);
}

/** The code in an error of S3, such as `AccessDenied`. */
function codeOf(content: Buffer): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(content.toString('latin1', 0, 4_096))?.[1] ?? '';
}

/** What went wrong on the way is in the cause; of several addresses it has a code alone. */
function reasonOf({ message, cause }: Error): string {
  const { message: reason, code } = (cause ?? {}) as { message?: string; code?: string };
  return reason || code || message;
}
