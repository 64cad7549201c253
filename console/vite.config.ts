import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BUILD, compressed } from '../tools/vite.ts';

/** Where `npm run dev` finds the service. */
const SERVICE = process.env.SERVICE ?? 'http://localhost:3000';

const { webhooks, components } = JSON.parse(
  await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  webhooks: Record<string, { post: { summary: string } }>;
  components: {
    schemas: Record<string, { properties?: { type?: { const?: string } }; 'x-bonus-type'?: object }>;
  };
};

/** The types of bonuses of the OpenAPI document with what it says of each, for `src/api/bonus-types.ts`. */
const BONUS_TYPES = Object.values(components.schemas).flatMap(({ properties, 'x-bonus-type': about }) =>
  about === undefined ? [] : [[properties!.type!.const!, about]],
);

/** The event types of the OpenAPI document with their summaries, for `src/api/events.ts`. */
const EVENTS = Object.fromEntries(Object.entries(webhooks).map(([type, { post }]) => [type, post.summary]));

export default defineConfig({
  define: { DOCUMENTED_EVENTS: JSON.stringify(EVENTS), DOCUMENTED_BONUS_TYPES: JSON.stringify(BONUS_TYPES) },
  plugins: [react(), compressed('assets')],
  base: '/admin/',
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
      // What two pages need comes at once, in one file, rather than in dozens of crumbs.
      output: {
        entryFileNames: ({ name }) => (name.startsWith('extension-api/') ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
      },
    },
  },
  server: {
    // The service takes changes from its own origin alone.
    proxy: { '/admin/api': { target: SERVICE, changeOrigin: true, headers: { origin: SERVICE } } },
  },
});
