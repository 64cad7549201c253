/**
 * Shows that the package works away from its repository: packs it, installs it in an empty directory, starts it there, calls
 * it, and follows docs/extending.md word for word, with the example and its test. Ends with 0 only if all of it holds.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { defineProof, print } from '#test/support/proof.js';
import { freePort } from '#test/support/service-process.js';

const ROOT = join(import.meta.dirname, '../..');
const MAX_PACKED_BYTES = 4 * 1024 * 1024;
const execute = promisify(execFile);

// The Node that runs this is the one that the package needs; nothing of the repository is found by its environment.
const env = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: process.env.HOME ?? '/',
  // How npm reaches the registry, but not what the repository's own settings say.
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_(registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy|noproxy)|https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(
        name,
      ),
    ),
  ),
};

/** Runs a command in the author's project, and shows what it said if it fails. */
async function inProject(directory, command, ...args) {
  return execute(command, args, { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}\n`);
    throw error;
  });
}

function install(directory, tarball) {
  return inProject(directory, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball);
}

/** What git has of an example, and not what was made of it. */
function isSource(path) {
  return !/[/\\](node_modules|dist|\.data)$/.test(path);
}

/** Writes the page's blocks into the files that their titles name; there is no block without one but of commands. */
async function writePage(directory) {
  const page = await readFile(join(ROOT, 'docs/extending.md'), 'utf8');
  const blocks = [...page.matchAll(/^```\w+ title="([^"]+)"\n(.+?)^```/gms)];
  const untitled = [...page.matchAll(/^```(\w+)\n/gm)].filter(([, language]) => language !== 'sh');
  assert.equal(untitled.length, 0, 'docs/extending.md has code that nothing tries');
  for (const [, file, text] of blocks) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
  return blocks.map(([, file]) => file);
}

async function pack(directory) {
  // As in a fresh clone: what is needed is made.
  await rm(join(ROOT, 'console/src/api/schema.d.ts'), { force: true });
  await execute('npm', ['run', '--silent', 'prepack'], { cwd: ROOT });
  const { stdout } = await execute('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const packed = Object.values(JSON.parse(stdout)).at(0);
  assert(packed.size < MAX_PACKED_BYTES, `the package has ${packed.size} bytes`);
  print(`packed: ${packed.files.length} files, ${(packed.size / 1024 / 1024).toFixed(1)} MB`);
  return packed.filename;
}

/** Starts a program that runs the service, asks it something, and stops it. */
async function tryService(directory, args, ask) {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { ...env, PORT: String(port), DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  try {
    await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output}`)));
      child.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.includes('listening')) resolve();
      });
    });
    await ask(`http://127.0.0.1:${port}`);
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  assert.equal(child.exitCode, 0, 'the service did not stop as it should');
}

/** `npm run dev`: a change of a source starts the service again. */
async function tryWatching(directory) {
  const child = spawn('npm', ['run', 'dev'], {
    cwd: directory,
    env: { ...env, PORT: String(await freePort()), DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let starts = 0;
  let output = '';
  try {
    for await (const chunk of child.stdout) {
      output += chunk;
      const times = output.split('listening').length - 1;
      if (times === starts) continue;
      starts = times;
      if (starts === 2) return;
      await appendFile(join(directory, 'src/main.ts'), '// Changed.\n');
    }
    throw new Error(`npm run dev ended: ${output}`);
  } finally {
    // With all that it has started.
    process.kill(-child.pid, 'SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function expectStatus(url, status) {
  const answer = await fetch(url);
  assert.equal(answer.status, status, `${url} answered ${answer.status}`);
  return answer.text();
}

export default defineProof({
  claim: 'the package works away from its repository',
  run: async (run) => {
    const directory = await run.directory();
    const tarball = await pack(directory);
    const files = await writePage(directory);
    // As the page says, but for the name of the tarball.
    await install(directory, `./${tarball}`);
    const copies = await inProject(directory, 'npm', 'ls', '--json', '--all', '@nestjs/common', 'typeorm');
    assert.doesNotMatch(copies.stdout, /"invalid"|"missing"/, 'packages are missing, or not of the wanted version');
    print('installed');

    await tryService(
      directory,
      [join('node_modules', 'direct-selling-commerce-api', 'dist', 'main.js')],
      async (url) => {
        // The network is loaded beside it.
        for (let tries = 0; tries < 600 && (await fetch(`${url}/health/ready`)).status === 503; tries += 1)
          await setTimeout(100);
        await expectStatus(`${url}/health/ready`, 200);
        await expectStatus(`${url}/admin/`, 200);
        await expectStatus(`${url}/openapi.json`, 200);
      },
    );
    print('started by itself');

    await inProject(directory, 'npm', 'run', 'build');
    await inProject(directory, 'npm', 'test');
    print(`docs/extending.md: its ${files.length} files compile, its test passes`);
    await tryService(directory, ['dist/main.js'], async (url) => {
      await expectStatus(`${url}/openapi.json`, 200);
      await expectStatus(`${url}/admin/extensions/my-shop/assets/index.js`, 200);
    });
    print('docs/extending.md: its service starts, with its console part');
    const shown = await inProject(directory, 'npm', 'run', 'migration:show');
    assert.match(shown.stdout, /\[ \] .*MyShopPoints/, `npm run migration:show said: ${shown.stdout}`);
    await tryWatching(directory);
    print('docs/extending.md: npm run dev starts it again when a source changes');

    const example = join(await run.directory(), 'loyalty');
    await cp(join(ROOT, 'examples/loyalty'), example, { recursive: true, filter: isSource });
    await install(example, join(directory, tarball));
    await inProject(example, 'npm', 'run', 'build');
    await inProject(example, 'npm', 'test');
    await tryService(example, ['dist/main.js'], async (url) => {
      assert.match(await expectStatus(`${url}/openapi.json`, 200), /getLoyaltyAccount/);
      await expectStatus(`${url}/admin/extensions/loyalty/assets/index.js`, 200);
    });
    print('examples/loyalty: installs, builds, its tests pass, it starts with its console part');
  },
  report: () => ({ lines: [], isProved: true }),
});
