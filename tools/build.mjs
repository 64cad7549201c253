/**
 * Builds what `npm start` runs, where sources have changed since the last time: `node tools/build.mjs [server] [console]
 * [shop]`, all unless one is named.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const PARTS = {
  server: {
    sources: [
      '{src,packages/*/src}/**/*.ts',
      'packages/*/{package,tsconfig.build}.json',
      'tsconfig.json',
      '.config/tsconfig.build.json',
      'nest-cli.json',
      'package-lock.json',
    ],
    ignored: /spec\.ts$/,
    result: 'dist/main.js',
    build() {
      // The compiler leaves what it made of files that are gone, and the service would run a migration among them.
      for (const folder of globSync('{.,packages/*}/dist', { cwd: ROOT })) {
        const hasOrphans = globSync(`${folder}/**/*.js`, { cwd: ROOT }).some(
          (file) => !existsSync(join(ROOT, file.replace(/(?<=^|\/)dist(?=\/)/, 'src').replace(/\.js$/, '.ts'))),
        );
        if (hasOrphans) rmSync(join(ROOT, folder), { recursive: true });
      }
      run('tsc', '--build', ...globSync('packages/*/tsconfig.build.json', { cwd: ROOT }));
      run('nest', 'build');
    },
  },
  console: {
    sources: [
      'console/{src,public}/**/*',
      'console/index.html',
      'packages/commission-engine/src/bonuses/*/*.svg',
      'console/{package,tsconfig}.json',
      'console/{vite.config,first-page}.ts',
      'tools/vite.ts',
      'docs/openapi.json',
      'package-lock.json',
    ],
    ignored: /spec\.tsx?$|schema\.d\.ts$/,
    result: 'console/dist/index.html',
    build: () => run('npm', 'run', '--silent', 'build', '--workspace', 'console'),
  },
  shop: {
    sources: [
      'examples/storefront/{src,public}/**/*',
      'examples/storefront/index.html',
      'examples/storefront/{package,tsconfig}.json',
      'examples/storefront/vite.config.ts',
      'tools/vite.ts',
      'packages/client/src/**/*.ts',
      'package-lock.json',
    ],
    ignored: /spec\.tsx?$/,
    result: 'examples/storefront/dist/index.html',
    build: () => run('npm', 'run', '--silent', 'build', '--workspace', '@commerce/storefront'),
  },
};

function run(command, ...args) {
  // Whoever asks for it, a test too: what is built is what is shipped.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function digestOf({ sources, ignored }) {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(sources, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !ignored.test(file))
    .sort()) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS)) {
  const part = PARTS[name];
  const stamp = join(ROOT, '.cache/built', name);
  const digest = digestOf(part);
  const isBuilt = existsSync(join(ROOT, part.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
  if (isBuilt) continue;
  process.stderr.write(`Building the ${name}, which is done again only when its sources change.\n`);
  part.build();
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, digest);
}
