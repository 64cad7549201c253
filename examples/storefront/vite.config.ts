import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { BUILD, compressed } from '../../tools/vite.ts';

/** Where `npm run dev` finds the service. */
const SERVICE = process.env.SERVICE ?? 'http://localhost:3000';

const FONT = '@fontsource-variable/fraunces';

/** Adds the licence of the font, which is no script, to those of the scripts. */
function licenceOfFont(): Plugin {
  return {
    name: 'licence-of-font',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = join(import.meta.dirname, '../../node_modules', FONT);
      const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
        version: string;
        license: string;
      };
      const text = await readFile(join(folder, 'LICENSE'), 'utf8');
      const file = join(dir!, 'licences.json');
      const others = JSON.parse(await readFile(file, 'utf8')) as object[];
      await writeFile(file, JSON.stringify([...others, { name: FONT, version, identifier: license, text }], null, 2));
    },
  };
}

export default defineConfig({
  plugins: [licenceOfFont(), compressed('assets', 'pictures')],
  base: '/shop/',
  // The sources of the client, so that nothing has to be built before; in a project of one's own this line is not needed.
  resolve: { alias: { '@commerce/client': join(import.meta.dirname, '../../packages/client/src/index.ts') } },
  build: BUILD,
  server: {
    proxy: Object.fromEntries(
      ['/api', '/shop/back-end', '/shop/config.json'].map((path) => [path, { target: SERVICE, changeOrigin: true }]),
    ),
  },
});
