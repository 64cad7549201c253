/** Writes the types of what the console gives to extensions into one file, which needs nothing else but the types of React. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const CONSOLE = join(import.meta.dirname, '../console');
const FOLDER = join(CONSOLE, 'dist/extension-api');

// The build of the console empties the folder, and is not done again unless its sources change.
if (!(await readdir(FOLDER)).includes('console.js')) throw new Error('build the console first: npm run build');
/**
 * Where a name is there twice, the bundler renames the second one, and with it the uses of a parameter of the same name of a
 * mapped type, but not that parameter: `[Key in keyof Values]: Values[Key$1]`.
 */
const renamedParameters = {
  name: 'renamed-parameters',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      file.code = file.code.replace(/\[(\w+) in (?=keyof \w+\]: [^\n]*\b\1\$1\b)/g, '[$1$$1 in ');
  },
};

const bundle = await rolldown({
  cwd: CONSOLE,
  input: { console: 'src/extension-api/index.ts' },
  external: [/^react($|\/)/, 'csstype'],
  plugins: [dts({ emitDtsOnly: true, tsconfig: join(CONSOLE, 'tsconfig.json') }), renamedParameters],
});
await bundle.write({ dir: FOLDER });
