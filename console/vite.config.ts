import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { BUILD, compressed } from '../tools/vite.ts';
import { firstModules, splitWords, stylesOfComponents, type FirstModules } from './first-page.ts';

/** Where `npm run dev` finds the service. */
const SERVICE = process.env.SERVICE ?? 'http://localhost:3000';

const { webhooks, components } = JSON.parse(
  await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  webhooks: Record<string, { post: { summary: string } }>;
  components: { schemas: Record<string, { properties?: { type?: { const?: string } }; 'x-bonus-type'?: object }> };
};

/** The types of bonuses of the OpenAPI document with what it says of each, for `src/api/bonus-types.ts`. */
const BONUS_TYPES = Object.values(components.schemas).flatMap(({ properties, 'x-bonus-type': about }) =>
  about === undefined ? [] : [[properties!.type!.const!, about]],
);

/** The event types of the OpenAPI document with their summaries, for `src/api/events.ts`. */
const EVENTS = Object.fromEntries(Object.entries(webhooks).map(([type, { post }]) => [type, post.summary]));

/** Words for codes that the API sends. */
const API_WORDS = JSON.parse(
  await readFile(new URL('src/i18n/api-words.json', import.meta.url), 'utf8'),
) as readonly string[];

/** Where the console is served. */
const BASE = '/admin/';

/** Lets the page ask for the app at once, while its first script still sees to the language. */
const appAtOnce: Plugin = {
  name: 'app-at-once',
  transformIndexHtml(html, { bundle = {} }) {
    const app = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === 'app');
    if (app?.type !== 'chunk') return [];
    const files = [app.fileName, ...app.imports].filter((file) => !html.includes(file));
    return files.map((file) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, href: BASE + file },
      injectTo: 'head',
    }));
  },
};

/** What both builds of the console share. */
const SHARED = {
  define: { DOCUMENTED_EVENTS: JSON.stringify(EVENTS), DOCUMENTED_BONUS_TYPES: JSON.stringify(BONUS_TYPES) },
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  base: BASE,
};

/** While it is served from its sources. */
const NOTHING_FIRST: FirstModules = { home: new Set(), logIn: new Set() };

/** The words come before everything. */
const LANGUAGE = { name: 'language', test: /i18n\/t\.ts|i18next/, priority: 2 };

/** Small pages of one area, of which nobody opens one alone: one file for each area. */
const AREA = /\/src\/pages\/(approvals|corrections|imports|payouts|product-types|runs)\//;

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const first =
    command === 'build'
      ? await firstModules({ ...SHARED, plugins: [...SHARED.plugins, splitWords(NOTHING_FIRST, [])] })
      : NOTHING_FIRST;
  return {
    ...SHARED,
    plugins: [...SHARED.plugins, splitWords(first, API_WORDS), appAtOnce, stylesOfComponents, compressed('assets')],
    build: {
      ...BUILD,
      rolldownOptions: {
        // Beside the console itself, what it gives to the modules of extensions, at addresses that stay (src/extension-api).
        input: {
          index: 'index.html',
          'extension-api/console': 'src/extension-api/index.ts',
          'extension-api/react': 'src/extension-api/react.ts',
          'extension-api/jsx-runtime': 'src/extension-api/jsx-runtime.ts',
        },
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: ({ name }) => (name.startsWith('extension-api/') ? '[name].js' : 'assets/[name]-[hash].js'),
          codeSplitting: {
            // Not dozens of crumbs: one file for what home and the log-in need, one for each of them, one for other pages.
            groups: [
              LANGUAGE,
              { name: 'first', test: (id) => first.home.has(id) && first.logIn.has(id), priority: 1 },
              { name: 'home-parts', test: (id) => first.home.has(id), priority: 1 },
              { name: 'entrance', test: (id) => first.logIn.has(id), priority: 1 },
              { name: 'shared', minShareCount: 2 },
              { name: (id) => AREA.exec(id)?.[1], debugName: 'areas' },
            ],
          },
        },
      },
    },
    server: {
      // The service takes changes from its own origin alone.
      proxy: { '/admin/api': { target: SERVICE, changeOrigin: true, headers: { origin: SERVICE } } },
    },
  };
});
