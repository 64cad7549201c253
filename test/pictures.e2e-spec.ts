import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Bucket } from './support/bucket.js';
import { blackPng, heldBody, jpeg } from './support/pictures.js';
import { auditOf } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const PICTURES = '/admin/api/pictures/';
const MIB = 1_048_576;

let app: TestApp;
let keeper: TestClient;
let dataDir: string;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'));
  app = await startTestApp({ config: { dataDir, publicUrl: 'https://api.example.com' } });
  url = await app.listen();
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  keeper = await app.make.admin(['catalogue']);
});

function upload(client: TestClient, file: Buffer, type = 'image/jpeg'): Promise<Answer> {
  return client.post(PICTURES, file, { headers: { 'content-type': type } });
}

/** Sends a file over a socket, as much of it as `body` has. */
function send(client: TestClient, body: ReadableStream): Promise<Response> {
  const headers = { ...client.headers, 'content-type': 'image/jpeg' };
  return fetch(url + PICTURES, { method: 'POST', headers, body, duplex: 'half' });
}

/** Waits until an upload of a user is under way. */
function begun(client: TestClient): Promise<void> {
  const counted = 'SELECT FROM rate_limits WHERE key = $1';
  return until(async () => (await app.database.query(counted, [`pictures:${client.user.uid}`])).length === 1);
}

/** The file at an address, past the host that the address names. */
function fetchPicture(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url + new URL(address).pathname, { headers });
}

function expectRefused({ status, body }: Answer, message: string, expected = 400): void {
  expect([status, body.errors]).toEqual([expected, { detail: [expect.objectContaining({ message })] }]);
}

describe('an uploaded picture', () => {
  it('is not blamed when the process that reads pictures cannot work', async () => {
    process.execArgv.push('--no-such-option');
    const { status } = await upload(keeper, await jpeg()).finally(() => process.execArgv.pop());
    expect(status).toBe(500);
  });

  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
  ] as const)('is kept as WebP in three sizes: %s', async (format, type) => {
    const file = await sharp(await jpeg({ width: 2000, height: 1000 }))
      .toFormat(format)
      .toBuffer();
    const { status, body } = await upload(keeper, file, type);
    expect([status, body.data]).toEqual([
      200,
      {
        url: expect.stringMatching(/^https:\/\/api\.example\.com\/pictures\/[0-9a-f]{64}-1280\.webp$/),
        smaller: [expect.stringMatching(/-640\.webp$/), expect.stringMatching(/-160\.webp$/)],
        width: 1280,
        height: 640,
      },
    ]);
    const sizes = await Promise.all(
      [body.data.url, ...body.data.smaller].map(async (address: string) => {
        const answer = await fetchPicture(address);
        const { format: kept, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        return [kept, width, height];
      }),
    );
    expect(sizes).toEqual([
      ['webp', 1280, 640],
      ['webp', 640, 320],
      ['webp', 160, 80],
    ]);
  });

  it('is sent to anyone, never changes, and is nothing but a picture to a browser', async () => {
    const { url: address } = (await upload(keeper, await jpeg())).body.data;
    const answer = await fetchPicture(address);
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'cross-origin',
      }),
    ]);
    const again = await fetchPicture(address, { 'if-none-match': answer.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('can be the image of a bundle, at an address that is the same however often it is sent', async () => {
    const { bundleId } = await app.make.catalogue.product();
    const file = await jpeg({ colour: 'teal' });
    const [one, other] = [await upload(keeper, file), await upload(keeper, file)];
    expect(one.body.data).toEqual(other.body.data);
    const { url: image } = one.body.data;
    expect((await keeper.patch(`/admin/api/bundles/${bundleId}/`, { image })).body.data.image).toBe(image);
  });

  it('is turned as its metadata say, and has none of them', async () => {
    const file = await sharp(await jpeg({ width: 400, height: 200 }))
      .withExif({ IFD0: { Copyright: 'Secret Studio' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { url: address, width, height } = (await upload(keeper, file)).body.data;
    expect([width, height]).toEqual([200, 400]);
    const kept = Buffer.from(await (await fetchPicture(address)).arrayBuffer());
    const { exif, icc, xmp, iptc } = await sharp(kept).metadata();
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(kept.includes('Secret Studio')).toBe(false);
  });

  it('is never enlarged, and keeps what is transparent', async () => {
    const file = await sharp({ create: { width: 50, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { url: address, width } = (await upload(keeper, file, 'image/png')).body.data;
    const kept = await sharp(Buffer.from(await (await fetchPicture(address)).arrayBuffer())).metadata();
    expect([width, kept.width, kept.hasAlpha]).toEqual([50, 50, true]);
  });

  it('is audited with its hash', async () => {
    const { url: address } = (await upload(keeper, await jpeg({ colour: 'plum' }))).body.data;
    const hash = /([0-9a-f]{64})-/.exec(address)![1]!;
    expect(await auditOf(app, keeper.user.uid)).toEqual([
      expect.objectContaining({ action: 'picture.upload', entity_id: hash }),
    ]);
  });

  it('leaves no file but those that are sent', async () => {
    const files = await readdir(join(dataDir, 'pictures'), { recursive: true });
    expect(files.filter((name) => !/^..(\/[0-9a-f]{64}-(1280|640|160)\.webp)?$/.test(name))).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    ['a text', () => Buffer.from('no picture')],
    [
      'a GIF',
      async () =>
        sharp(await jpeg())
          .gif()
          .toBuffer(),
    ],
    [
      'a TIFF',
      async () =>
        sharp(await jpeg())
          .tiff()
          .toBuffer(),
    ],
    ['an SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a page', () => Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
    ['half a picture', async () => (await jpeg({ width: 800, height: 800, isNoisy: true })).subarray(0, 2_000)],
  ])('is %s, whatever its media type says', async (_, make) => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp'])
      expectRefused(
        await upload(keeper, await make(), type),
        'the file is not a JPEG, PNG or WebP picture that can be read',
      );
  });

  it('is a small file that unpacks to hundreds of megapixels', async () => {
    const bomb = blackPng(20_000);
    expect(bomb.length).toBeLessThan(MIB / 4);
    expectRefused(await upload(keeper, bomb, 'image/png'), 'a picture may have at most 40000000 pixels');
  });

  it('is an empty file, and one of more than 10 MiB', async () => {
    expectRefused(await upload(keeper, Buffer.alloc(0)), 'the file is empty');
    const large = await upload(keeper, Buffer.alloc(10 * MIB + 1, 255));
    expectRefused(large, 'the file may have at most 10485760 bytes', 413);
  });

  it.each(['image/gif', 'image/svg+xml', 'text/csv', 'application/octet-stream'])(
    'is a media type that pictures do not have: %s',
    async (type) => {
      expect((await upload(keeper, await jpeg(), type)).status).toBe(415);
    },
  );

  it('is a picture where others take files, and JSON', async () => {
    const picture = { headers: { 'content-type': 'image/png' } };
    expect((await keeper.post('/admin/api/bundles/import/', await jpeg(), picture)).status).toBe(415);
    expect((await keeper.post('/admin/api/bundles/', await jpeg(), picture)).status).toBe(415);
    expect((await keeper.post(PICTURES, { url: 'https://example.com/a.png' })).status).toBe(415);
  });

  it('is a picture of somebody who may not write bundles', async () => {
    const file = await jpeg();
    for (const role of ['finance', 'support', 'developer', 'auditor'] as const)
      expect((await upload(await app.make.admin([role]), file)).status).toBe(403);
    const member = await app.make.member();
    expect((await upload(member, file)).status).toBe(401);
    const anybody = { headers: { 'content-type': 'image/jpeg' }, payload: file };
    expect((await app.send('POST', PICTURES, anybody)).status).toBe(401);
  });

  it('is the second picture of a user at the same time, and none once the first is over', async () => {
    const file = await jpeg();
    const { body, end } = heldBody(file);
    const first = send(keeper, body);
    await begun(keeper);
    expectRefused(await upload(keeper, file), 'your last picture is still being processed; send one at a time', 429);
    expect((await upload(await app.make.admin(['catalogue']), file)).status).toBe(200);
    end();
    expect((await first).status).toBe(200);
    expect((await upload(keeper, file)).status).toBe(200);
  });

  it('is the ninth of all users at the same time', async () => {
    const file = await jpeg();
    const held = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { body, end } = heldBody(file);
        const client = await app.make.admin(['catalogue']);
        const answer = send(client, body);
        await begun(client);
        return { answer, end };
      }),
    );
    expectRefused(await upload(keeper, file), 'too many pictures are being processed; try again later', 503);
    held.forEach(({ end }) => end());
    for (const { answer } of held) expect((await answer).status).toBe(200);
    expect((await upload(keeper, file)).status).toBe(200);
  });

  it('is what comes after 1,000 of one user within a day', async () => {
    const file = await jpeg();
    const day = [`pictures:${keeper.user.uid}`, Date.now() + 60_000];
    await app.database.query('INSERT INTO rate_limits (key, points, expire) VALUES ($1, 999, $2)', day);
    expect([(await upload(keeper, file)).status, (await upload(keeper, file)).status]).toEqual([200, 429]);
  });

  it('is a picture that cannot be kept', async () => {
    const broken = join(dataDir, 'file');
    await writeFile(broken, '');
    const sharing = await startTestApp({ sharing: app, config: { dataDir: broken } });
    try {
      const payload = await jpeg();
      const headers = { ...keeper.headers, 'content-type': 'image/jpeg' };
      const { status, text } = await sharing.send('POST', PICTURES, { headers, payload });
      expect(status).toBe(507);
      expect(text).not.toContain(dataDir);
    } finally {
      await sharing.stop();
    }
  });

  it.each([
    `${'0'.repeat(64)}-1280.webp`,
    `${'0'.repeat(64)}-9.webp`,
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fpostgres%2fPG_VERSION',
    'postgres',
  ])('is an address of no picture: %s', async (file) => {
    const answer = await app.send('GET', `/pictures/${file}`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});

describe('in a bucket', () => {
  let bucket: Bucket;
  let shop: TestApp;

  beforeAll(async () => {
    bucket = await new Bucket().start('/shop-pictures/production');
    shop = await startTestApp({ sharing: app, config: { picturesBucket: bucket.settings, dataDir: '/dev/null' } });
  });
  afterAll(async () => {
    await shop.stop();
    bucket.stop();
  });

  async function uploadHere(file: Buffer): Promise<Answer> {
    return shop.send('POST', PICTURES, { headers: { ...keeper.headers, 'content-type': 'image/jpeg' }, payload: file });
  }

  it('is a picture kept in all sizes, where the same picture on a disk would be, and read from there', async () => {
    const { status, body } = await uploadHere(await jpeg({ colour: 'navy' }));
    expect(status).toBe(200);
    const file = new URL(body.data.url).pathname.replace('/pictures/', '');
    const key = `/shop-pictures/production/${file.slice(0, 2)}/${file}`;
    expect([...bucket.objects.keys()]).toEqual([1280, 640, 160].map((size) => key.replace('-1280', `-${size}`)));
    const answer = await fetch(`${await shop.listen()}/pictures/${file}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bucket.objects.get(key));
  });

  it('is no picture of another name', async () => {
    expect((await shop.send('GET', `/pictures/${'0'.repeat(64)}-640.webp`)).status).toBe(404);
  });

  it('is tried again when the bucket is overloaded', async () => {
    bucket.failures.push({ status: 503, code: 'SlowDown' });
    expect((await uploadHere(await jpeg({ colour: 'olive' }))).status).toBe(200);
  });

  it('is refused without a word of the bucket when that does not take it', async () => {
    for (const [status, code] of [
      [403, 'AccessDenied'],
      [303, 'SeeOther'],
    ] as const) {
      bucket.failures.push({ status, code });
      const answer = await uploadHere(await jpeg({ colour: 'lime' }));
      expect([answer.status, answer.text]).toEqual([
        507,
        expect.not.stringMatching(/shop-pictures|Denied|bucket-secret/),
      ]);
    }
  });

  it.each([
    [200, 'NoPicture'],
    [301, 'PermanentRedirect'],
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
  ])('cannot be read now, rather than never, when the bucket answers %i %s', async (status, code) => {
    bucket.failures.push({ status, code });
    const answer = await shop.send('GET', `/pictures/${'0'.repeat(64)}-640.webp`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'no-store']);
  });

  it('cannot be read with keys that the bucket does not know', async () => {
    const picturesBucket = { ...bucket.settings, secretAccessKey: 'guessed' };
    const stranger = await startTestApp({ sharing: app, config: { picturesBucket } });
    try {
      expect((await stranger.send('GET', `/pictures/${'0'.repeat(64)}-640.webp`)).status).toBe(503);
    } finally {
      await stranger.stop();
    }
  });
});
