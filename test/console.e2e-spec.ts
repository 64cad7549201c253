import { connect } from 'node:net';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const BUILD = join(import.meta.dirname, '../console/dist');

const PAGES = [
  '/admin',
  '/admin/',
  '/admin/applications',
  '/admin/applications/',
  '/admin/orders/12?tab=lines',
  '/admin/a/b/c/',
];

/** Headers that every answer to a browser has: nobody may frame it, guess its type, or learn where its visitors come from. */
const STRICT = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

describe('the console', () => {
  let app: TestApp;
  /** The script of what every page needs. */
  let script: string;

  beforeAll(async () => {
    app = await startTestApp();
    const { text } = await app.send('GET', '/admin/');
    script = /<link rel="modulepreload"[^>]* href="([^"]+\/first-[^"]+)"/.exec(text)![1]!;
  });
  afterAll(() => app.stop());

  describe('has a page', () => {
    it('at each of its addresses, with and without the trailing slash, that nobody keeps', async () => {
      for (const address of PAGES) {
        const { status, headers, text } = await app.send('GET', address);
        expect([address, status]).toEqual([address, 200]);
        expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
        expect(text).toContain('<div id="root">');
      }
    });

    it('with a policy that allows nothing but what this service sends, and a nonce that is never the same', async () => {
      const nonces = new Set<string>();
      for (const address of PAGES) {
        const { headers, text } = await app.send('GET', address);
        const policy = String(headers['content-security-policy']);
        const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
        expect(text).toContain(`<meta name="csp-nonce" content="${nonce}" />`);
        expect(policy.replace(nonce, '…')).toBe(
          "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        );
        nonces.add(nonce);
      }
      expect(nonces.size).toBe(PAGES.length);
    });

    it('that no other page may frame, and that needs nothing of the machine', async () => {
      const { headers } = await app.send('GET', '/admin/');
      expect(headers).toMatchObject({ ...STRICT, 'x-frame-options': 'DENY' });
      expect(headers['permissions-policy']).toContain('camera=(), geolocation=(), microphone=()');
    });

    it('that loads only files of its own, all of which exist', async () => {
      const { text } = await app.send('GET', '/admin/');
      const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) {
        expect(file).toMatch(/^\/admin\//);
        expect([file, (await app.send('GET', file)).status]).toEqual([file, 200]);
      }
      expect(text).not.toMatch(/https?:\/\/|<style|<script>| style=| on[a-z]+=/);
    });

    it('that answers HEAD without a body', async () => {
      const { status, headers, text } = await app.send('HEAD', '/admin/users');
      expect([status, text, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
    });
  });

  describe('has files', () => {
    it.each([
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['gzip;q=0.8, br;q=0.2', 'gzip', gunzipSync],
      ['identity', undefined, (content: Buffer) => content],
      ['br;q=0', undefined, (content: Buffer) => content],
      [undefined, undefined, (content: Buffer) => content],
    ])('for a browser that accepts %s: encoded as %s', async (accepted, encoding, decode) => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const answer = await app.nest.inject({ method: 'GET', url: script, headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers).toMatchObject({
        ...STRICT,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Origin, accept-encoding',
      });
      expect(decode(answer.rawPayload)).toEqual(await readFile(join(BUILD, script.replace('/admin/', ''))));
    });

    it('that may do nothing when they are opened by themselves', async () => {
      for (const file of [script, '/admin/favicon.svg']) {
        const { headers } = await app.send('GET', file);
        expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      }
    });

    it('that are not sent again to whoever has them', async () => {
      for (const file of [script, '/admin/favicon.svg']) {
        const first = await app.send('GET', file, { headers: { 'accept-encoding': 'br' } });
        const again = await app.send('GET', file, {
          headers: { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) },
        });
        expect([again.status, again.text]).toEqual([304, '']);
      }
    });

    it('that answer HEAD with the length and without a body', async () => {
      const { status, headers, text } = await app.send('HEAD', script);
      expect([status, text]).toEqual([200, '']);
      expect(Number(headers['content-length'])).toBeGreaterThan(10_000);
    });
  });

  describe('has nothing', () => {
    it.each([
      '/admin/assets/none.js',
      '/admin/assets/',
      '/admin/assets',
      '/admin/assets/a/b.js',
      '/admin/assets/index.html',
      '/admin/assets/.hidden',
      '/admin/assets/%2e%2e%2findex.html',
      '/admin/assets/..%2f..%2fpackage.json',
      '/admin/assets/..%5c..%5cpackage.json',
      '/admin/assets/%2e%2e/%2e%2e/package.json',
      '/admin/assets/%252e%252e%252findex.html',
      '/admin/assets/%00.js',
      '/admin/assets//etc/passwd',
      '/admin/assets/%2fetc%2fpasswd',
    ])('at %s', async (address) => {
      const { status, headers, body } = await app.send('GET', address);
      expect(body).toMatchObject({ status_code: 404, type: 'Not Found' });
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    });

    it('outside its folder, for clients that send paths as they are', async () => {
      const { hostname, port } = new URL(await app.listen());
      for (const path of [
        '/admin/assets/../../package.json',
        '/admin/../package.json',
        '/admin/assets/../index.html',
      ]) {
        const socket = connect(Number(port), hostname);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
        let answer = '';
        socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        await once(socket, 'close');
        expect(answer).not.toContain('"name"');
        expect(answer).toMatch(/^HTTP\/1.1 (404|200) /);
        if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain('<div id="root">');
      }
    });
  });

  describe('with an extension', () => {
    let extended: TestApp;
    let folder: string;

    beforeAll(async () => {
      folder = join(await mkdtemp(join(tmpdir(), 'commerce-extension-')), 'console');
      await mkdir(folder);
      await writeFile(join(folder, '../server.js'), 'secret');
      for (const name of ['index.js', 'index.css', 'chunk-1.js', 'index.js.map', 'index.d.ts', '.env', 'notes.txt'])
        await writeFile(join(folder, name), `/* ${name} */`);
      @Module({})
      class PointsModule {}
      const points = {
        name: 'points',
        title: 'Loyalty',
        entry: join(folder, 'index.js'),
        pages: [{ path: 'points', title: 'Points', permission: 'users.read' }],
        blocks: [{ slot: 'order', permission: 'orders.read' }],
      } as const;
      extended = await startTestApp({ extensions: [{ module: PointsModule, console: points }] });
    });
    afterAll(async () => {
      await extended.stop();
      await rm(join(folder, '..'), { recursive: true });
    });

    it('says to admins what it adds, and when to load it', async () => {
      const auditor = await extended.make.admin(['auditor']);
      const { body } = await auditor.get('/admin/api/service/');
      expect(body.data.console_extensions).toEqual([
        {
          name: 'points',
          title: 'Loyalty',
          script: '/admin/extensions/points/assets/index.js',
          styles: '/admin/extensions/points/assets/index.css',
          pages: [{ path: 'points', title: 'Points', permission: 'users.read' }],
          blocks: [{ slot: 'order', permission: 'orders.read' }],
        },
      ]);
    });

    it('has its page at its own addresses', async () => {
      for (const address of ['/admin/extensions/points/points', '/admin/extensions/points/points/12/?a=1']) {
        const { status, text } = await extended.send('GET', address);
        expect([address, status]).toEqual([address, 200]);
        expect(text).toContain('<div id="root">');
      }
    });

    it('sends its files, and again only once they have changed', async () => {
      for (const name of ['index.js', 'index.css', 'chunk-1.js']) {
        const address = `/admin/extensions/points/assets/${name}`;
        const { status, text, headers } = await extended.send('GET', address);
        expect([status, text]).toEqual([200, `/* ${name} */`]);
        expect(headers).toMatchObject({ ...STRICT, 'cache-control': 'public, max-age=0' });
        const again = await extended.send('GET', address, { headers: { 'if-none-match': String(headers.etag) } });
        expect(again.status).toBe(304);
      }
    });

    it.each([
      'points/assets/index.js.map',
      'points/assets/index.d.ts',
      'points/assets/.env',
      'points/assets/notes.txt',
      'points/assets/none.js',
      'points/assets/',
      'points/assets/..%2fserver.js',
      'points/assets/..%5cserver.js',
      'points/assets/%2e%2e%2fserver.js',
      'others/assets/index.js',
      '..%2fpoints/assets/index.js',
    ])('has nothing at %s', async (address) => {
      const { status, body } = await extended.send('GET', `/admin/extensions/${address}`);
      expect([status, body?.type]).toEqual([404, 'Not Found']);
    });

    it('gives it modules at addresses that stay, and not their types', async () => {
      for (const name of ['console', 'react', 'jsx-runtime']) {
        const { status, headers, text } = await extended.send('GET', `/admin/extension-api/${name}.js`);
        expect([name, status, headers['cache-control']]).toEqual([name, 200, 'public, max-age=0']);
        expect(text).toMatch(/^import.*"\.\.\/assets\//);
      }
      for (const name of ['console.d.ts', 'none.js', '..%2findex.html'])
        expect((await extended.send('GET', `/admin/extension-api/${name}`)).status).toBe(404);
    });
  });

  describe('leaves the admin API as it is', () => {
    it.each(['/admin/api', '/admin/api/', '/admin/api/unknown', '/admin/api/unknown/?a=1', '/admin/api/users/1/2/3/'])(
      'without a page at %s',
      async (address) => {
        const { status, body } = await app.send('GET', address);
        expect([status, body.type]).toEqual([404, 'Not Found']);
      },
    );

    it('with 405 and Allow for another method, where only a change has the address', async () => {
      const id = '00000000-0000-4000-8000-000000000000';
      for (const address of [`/admin/api/applications/${id}/webhook/test/`, `/admin/api/applications/${id}/explain/`]) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { status, headers } = await app.send(method, address);
          expect([address, method, status, headers.allow]).toEqual([address, method, 405, 'POST']);
        }
      }
      const { status, headers } = await app.send('POST', '/admin/');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    });
  });

  describe('is small', () => {
    /** Bytes over the wire: all scripts together, as no browser loads them at once. */
    const LIMIT = 570_000;
    /** What a language adds for who reads it, and for nobody else, in two parts: `de-CxltqzWz.js`. */
    const CATALOGUE = /^[a-z]{2}-/;
    const CATALOGUE_LIMIT = 80_000;

    it.each(['br', 'gz'])('in all its scripts together, compressed as .%s', async (ending) => {
      const assets = join(BUILD, 'assets');
      const names = (await readdir(assets)).filter((name) => name.endsWith(`.js.${ending}`));
      const sizeOf = async (name: string): Promise<number> => (await readFile(join(assets, name))).length;
      const scripts = await Promise.all(names.filter((name) => !CATALOGUE.test(name)).map(sizeOf));
      const catalogues = await Promise.all(names.filter((name) => CATALOGUE.test(name)).map(sizeOf));
      expect(scripts.length).toBeGreaterThan(2);
      expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT);
      expect(catalogues).toHaveLength(2);
      expect(catalogues.reduce((sum, size) => sum + size, 0)).toBeLessThan(CATALOGUE_LIMIT);
    });
  });
});
