import { access, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

describe('the README', () => {
  let readme: string;

  beforeAll(async () => {
    readme = await readFile('README.md', 'utf8');
  });

  it('is short, and says how to start', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(6_000);
    expect(readme).toMatch(/^npm ci && npm start$/m);
    expect(readme).toMatch(/^npm ci && npm test$/m);
    expect(readme.indexOf('git clone')).toBeLessThan(readme.indexOf('npm ci'));
  });

  it('has no comments in lines to paste, nor have the pages: an interactive zsh takes them for commands', async () => {
    for (const page of ['README.md', 'docs/client.md', 'docs/single-sign-on.md', 'docs/webhooks.md']) {
      const blocks = [...(await readFile(page, 'utf8')).matchAll(/^```sh\n(.+?)^```/gms)];
      expect({ page, comments: blocks.flatMap(([, lines]) => lines!.match(/(^|\s)#.*$/gm) ?? []) }).toEqual({
        page,
        comments: [],
      });
    }
  });

  it('links to a page for operators that lists all settings, and no other', async () => {
    const source = await readFile('src/common/config/read-config.ts', 'utf8');
    const read = new Set([...source.matchAll(/(?:get\('|env\.)([A-Z_]+)/g)].map(([, name]) => name));
    read.delete('NODE_ENV');
    const page = await readFile('docs/operating.md', 'utf8');
    const [, table = ''] = /## Settings\n(.+?)\n## /s.exec(page) ?? [];
    const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z_]{4,}/g) ?? []);
    expect(listed.sort()).toEqual([...read].sort());
  });

  it('shows with docs/console.md every picture that is kept, and no more than 45 are', async () => {
    const page = await readFile('docs/console.md', 'utf8');
    const shown = [...page.matchAll(/console\/([a-z-]+\.png)/g)].map(([, name]) => name);
    expect((await readdir('docs/console')).sort()).toEqual(shown.sort());
    expect(shown.length).toBeLessThanOrEqual(45);
  });

  it('links to files that exist, as do the pages beside it', async () => {
    const pages = [
      'README.md',
      ...(await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    ];
    for (const page of pages) {
      const text = await readFile(page, 'utf8');
      for (const [, target] of text.matchAll(/\]\(((?!#|https?:)[^)#]+)/g)) {
        await expect(access(join(dirname(page), target!))).resolves.toBeUndefined();
      }
    }
  });

  it('has one version, which the changelog begins with, in all packages and the chart', async () => {
    const read = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as { version: string };
    const folders = (await readdir('packages')).map((name) => `packages/${name}`);
    const versions = await Promise.all(['.', 'console', ...folders].map((folder) => read(`${folder}/package.json`)));
    const chart = await readFile('deploy/helm/commerce-api/Chart.yaml', 'utf8');
    const [, version] = /^## ([\d.]+)$/m.exec(await readFile('docs/CHANGELOG.md', 'utf8')) ?? [];
    expect(new Set(versions.map((one) => one.version))).toEqual(new Set([version]));
    expect(chart).toContain(`appVersion: '${version}'`);
  });
});
