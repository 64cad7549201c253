/**
 * Shows that the package works away from its repository: packs it, installs it in an empty directory, starts it there, calls
 * it, and follows docs/extending.md word for word, with the example and its test. Ends with 0 only if all of it holds.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_PACKED_BYTES = 4 * 1024 * 1024;
const run = promisify(execFile);

const directory = await mkdtemp(join(tmpdir(), 'commerce-package-'));
// The Node that runs this is the one that the package needs; nothing of the repository is found by its environment.
const env = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: process.env.HOME ?? directory,
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
async function inProject(command, ...args) {
  return run(command, args, { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}\n`);
    throw error;
  });
}

/** Writes the page's blocks into the files that their titles name; there is no block without one but of commands. */
async function writePage() {
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

async function pack() {
  await run('npm', ['run', '--silent', 'build'], { cwd: ROOT });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const packed = Object.values(JSON.parse(stdout)).at(0);
  assert(packed.size < MAX_PACKED_BYTES, `the package has ${packed.size} bytes`);
  console.log(`packed: ${packed.files.length} files, ${(packed.size / 1024 / 1024).toFixed(1)} MB`);
  return packed.filename;
}

/** Starts a program that runs the service, asks it something, and stops it. */
async function tryService(args, ask) {
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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function expectStatus(url, status) {
  const answer = await fetch(url);
  assert.equal(answer.status, status, `${url} answered ${answer.status}`);
  return answer.text();
}

try {
  const tarball = await pack();
  const files = await writePage();
  // As the page says, but for the name of the tarball.
  await inProject('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`);
  const copies = await inProject('npm', 'ls', '--json', '--all', '@nestjs/common', 'typeorm');
  assert.doesNotMatch(copies.stdout, /"invalid"|"missing"/, 'packages are missing, or not of the wanted version');
  console.log('installed');

  await tryService([join('node_modules', 'direct-selling-commerce-api', 'dist', 'main.js')], async (url) => {
    // The network is loaded beside it.
    for (let tries = 0; tries < 600 && (await fetch(`${url}/health/ready`)).status === 503; tries += 1)
      await setTimeout(100);
    await expectStatus(`${url}/health/ready`, 200);
    await expectStatus(`${url}/admin/`, 200);
    await expectStatus(`${url}/openapi.json`, 200);
  });
  console.log('started by itself');

  await inProject('npm', 'run', 'build');
  await inProject('npm', 'test');
  console.log(`docs/extending.md: its ${files.length} files compile, its test passes`);
  await tryService(['dist/main.js'], (url) => expectStatus(`${url}/openapi.json`, 200));
  console.log('docs/extending.md: its service starts');

  await cp(join(ROOT, 'examples/minimal'), join(directory, 'example'), { recursive: true });
  await inProject('npx', 'tsc', '-p', 'example/tsconfig.build.json', '--outDir', 'example-built');
  await inProject(process.execPath, '--test', 'example-built/*.test.js');
  await tryService(['example-built/main.js'], async (url) =>
    assert.match(await expectStatus(`${url}/openapi.json`, 200), /getDiscounts/),
  );
  console.log('examples/minimal: compiles, its test passes, it starts');
  console.log('\nEverything held.');
} finally {
  await rm(directory, { recursive: true, force: true });
}
