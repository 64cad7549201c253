import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { BuildOptions, Plugin } from 'vite';

/** What grows when it is compressed. */
const PACKED = /\.(woff2|png|webp)$/;

/**
 * Leaves compressed copies beside the files of a build, so that the service compresses nothing while it answers.
 * @param folders of the build, in which all files are served
 */
export function compressed(...folders: string[]): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = await Promise.all(
        folders.map(async (folder) => (await readdir(join(dir!, folder))).map((name) => join(dir!, folder, name))),
      );
      const copies = files.flat().filter((file) => !PACKED.test(file));
      await Promise.all(
        copies.map(async (file) => {
          const content = await readFile(file);
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

/** How the browser applications of this service are built. */
export const BUILD: BuildOptions = {
  outDir: 'dist',
  emptyOutDir: true,
  // Browsers since May 2024, which know light-dark(): what stands in for it does not work with the console's library.
  target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  // Every browser of the target preloads by itself.
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  // Our styles stand after a library's, wherever they are from.
  cssCodeSplit: false,
  reportCompressedSize: false,
  // Whose code is in the scripts, with the licences that it comes under: their texts have to go along.
  license: { fileName: 'licences.json' },
  // What counts is what goes over the wire, which tests measure.
  chunkSizeWarningLimit: 1_000,
};
