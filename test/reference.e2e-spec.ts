import { describe, expect, it } from '@jest/globals';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();

describe('the API reference', () => {
  it('is where the address of the service leads', async () => {
    const { status, headers } = await app.send('GET', '/');
    expect([status, headers.location]).toEqual([302, '/docs']);
  });

  it('begins with an operation, and has all of the client API, the admin module apart', async () => {
    const [client, admin] = await Promise.all(['/docs', '/docs/admin'].map((path) => app.send('GET', path)));
    const { paths } = (await app.send('GET', '/openapi.json')).body as unknown as { paths: Record<string, object> };
    for (const path of Object.keys(paths)) {
      const address = `<code>${path}</code>`;
      const isAdmin = path.startsWith('/admin/api/');
      expect([path, client!.text.includes(address), admin!.text.includes(address)]).toEqual([path, !isAdmin, isAdmin]);
    }
    const main = client!.text.slice(client!.text.indexOf('<main>'));
    expect(main).toMatch(/^<main>\s*<h2>Authentication<\/h2><article id="\w+"/);
    // What holds everywhere is at the end, and closed.
    expect(main.indexOf('<details id="about">')).toBeGreaterThan(main.lastIndexOf('</article>'));
  });

  it('loads nothing from elsewhere, and runs nothing that stands in the page', async () => {
    for (const path of ['/docs', '/docs/admin', '/docs/']) {
      const { headers, text } = await app.send('GET', path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).not.toMatch(/ style="| on\w+="|<script>|<style/);
      for (const [, source] of text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)) {
        expect(source).toMatch(/^(\/docs\/|data:)/);
        if (source!.startsWith('/')) expect((await app.send('GET', source!)).status).toBe(200);
      }
    }
    expect((await app.send('GET', '/docs/other.js')).status).toBe(404);
  });
});
