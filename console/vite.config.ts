import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the service. */
const SERVICE = process.env.SERVICE ?? 'http://localhost:3000';

/** Leaves compressed copies beside the scripts and styles, so that the service compresses nothing while it answers. */
function compressed(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = join(dir!, 'assets');
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const content = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}

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
  plugins: [react(), compressed()],
  base: '/admin/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Browsers since May 2024, which know light-dark(): what stands in for it does not work with the library's themes.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Every browser of the target preloads by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Our styles stand after the library's, wherever they are from.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Whose code is in the scripts, with the licences that it comes under: their texts have to go along.
    license: { fileName: 'licences.json' },
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
    // What counts is what goes over the wire: test/console-size.e2e-spec.ts.
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    // The service takes changes from its own origin alone.
    proxy: { '/admin/api': { target: SERVICE, changeOrigin: true, headers: { origin: SERVICE } } },
  },
});
