/**
 * Lets Node run the project's TypeScript as it stands: `node --import ./tools/typescript.mjs src/main.ts`. Tests, proofs,
 * benchmarks, tools and `npm run dev` need no build by it; a process that is started by such a one needs none either.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** What tsconfig.json says, as far as it concerns a single file. */
const OPTIONS = {
  target: 'es2024',
  sourcemap: true,
  decorator: { legacy: true, emitDecoratorMetadata: true },
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

/** Where the names are that the project gives its own sources, as tsconfig.json says: the package's own, and `#common/…`. */
const PATHS = Object.entries(
  JSON.parse(readFileSync(new URL('../tsconfig.json', import.meta.url), 'utf8')).compilerOptions.paths,
);

/** What an import by one of those names means. */
function pathOf(specifier) {
  for (const [name, [target]] of PATHS) {
    const [before, after] = name.split('*');
    if (after === undefined ? specifier === name : specifier.startsWith(before))
      return new URL(`../${target.replace('*', specifier.slice(before.length))}`, import.meta.url).href;
  }
  return undefined;
}

/**
 * JavaScript out of the TypeScript of a file, with the map back.
 * @param {string} file its path
 */
export function compile(file) {
  const source = readFileSync(file, 'utf8');
  const { code, map, errors } = transformSync(file, source, OPTIONS);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
  return { source, code, map };
}

/** The TypeScript that an import means: `./x.js`, or `./x` in the console, which a bundler resolves. */
function sourceOf(specifier, parent) {
  if (!/^(?:\.{0,2}\/|file:)/.test(specifier)) return undefined;
  const path = specifier.replace(/\.[jt]s$/, '');
  for (const ending of ['.ts', '.tsx']) {
    const url = new URL(path + ending, parent);
    if (!url.pathname.includes('/node_modules/') && existsSync(url)) return url.href;
  }
  return undefined;
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@oxc-project/runtime/'))
      return next(specifier, { ...context, parentURL: import.meta.url });
    const source = sourceOf(pathOf(specifier) ?? specifier, context.parentURL);
    if (source !== undefined) return { url: source, format: 'module', shortCircuit: true };
    return next(specifier, context);
  },
  load(url, context, next) {
    const { protocol, pathname } = new URL(url);
    if (protocol !== 'file:' || !/\.tsx?$/.test(pathname)) return next(url, context);
    const { code, map } = compile(fileURLToPath(url));
    const inline = Buffer.from(JSON.stringify(map)).toString('base64');
    return {
      format: 'module',
      source: `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`,
      shortCircuit: true,
    };
  },
});
