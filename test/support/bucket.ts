import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '#common/config/config.js';

const SETTINGS = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'bucket-secret' };

/** What all answers lead to, for those that are redirections. */
const ELSEWHERE = '/elsewhere';

/** A bucket of an object store as Amazon S3 describes it, in memory: it checks signatures and the hashes of contents. */
export class Bucket {
  readonly objects = new Map<string, Buffer>();
  /** What the next requests get instead of an answer, in this order. */
  readonly failures: { readonly status: number; readonly code: string }[] = [];
  settings!: BucketSettings;
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(({ status, body }) => response.writeHead(status, { location: ELSEWHERE }).end(body));
  });

  /** @param path of the bucket, and of a prefix in it */
  async start(path: string): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    this.settings = { ...SETTINGS, url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}` };
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer | string }> {
    const content = await buffer(request);
    if (request.url === ELSEWHERE) return { status: 200, body: 'a page to log in' };
    const failure = this.failures.shift() ?? this.refusal(request, content);
    if (failure) return { status: failure.status, body: `<Error><Code>${failure.code}</Code></Error>` };
    const key = request.url!;
    if (request.method === 'PUT') this.objects.set(key, content);
    const body = request.method === 'PUT' ? '' : this.objects.get(key);
    return body === undefined ? { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' } : { status: 200, body };
  }

  private refusal({ method, url, headers }: IncomingMessage, content: Buffer): { status: number; code: string } | null {
    const hash = String(headers['x-amz-content-sha256']);
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(content))
      return { status: 400, code: 'XAmzContentSHA256Mismatch' };
    const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
    const names = signed.split(';');
    const instant = String(headers['x-amz-date']);
    const scope = [instant.slice(0, 8), SETTINGS.region, 's3', 'aws4_request'];
    const lines = names.map((name) => `${name}:${String(headers[name])}\n`).join('');
    const canonical = [method, url, '', lines, signed, hash].join('\n');
    const text = ['AWS4-HMAC-SHA256', instant, scope.join('/'), sha256(canonical)].join('\n');
    const key = scope.reduce<string | Buffer>(hmac, `AWS4${SETTINGS.secretAccessKey}`);
    const credential = `${SETTINGS.accessKeyId}/${scope.join('/')}`;
    const expected = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`;
    const isSigned = headers.authorization === expected && names.includes('host') && names.includes('x-amz-date');
    return isSigned ? null : { status: 403, code: 'SignatureDoesNotMatch' };
  }
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
