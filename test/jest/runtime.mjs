import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire, registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shouldInstrument } from '@jest/transform';
import { compile } from '../../tools/typescript.mjs';
import { provide } from './globals.mjs';

const GLOBALS_URL = pathToFileURL(join(import.meta.dirname, 'globals.mjs')).href;

// Without Jest's registry of modules, what it hands to tests is an ordinary module.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: GLOBALS_URL, format: 'module', shortCircuit: true }
      : next(specifier, context),
});

/** Test files that this worker has loaded. */
const loaded = new Set();

/** The compiled form of each source file, as Jest's coverage and stack traces want it; made when it is asked for. */
class Transforms extends Map {
  get(file) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    if (!path.endsWith('.ts') || path.includes('/node_modules/')) return undefined;
    if (!this.has(path)) this.set(path, this.#transform(path));
    return super.get(path);
  }

  #transform(path) {
    const { source, code, map } = compile(path);
    const folder = join(import.meta.dirname, '../../.cache/source-maps', String(process.pid));
    mkdirSync(folder, { recursive: true });
    const sourceMapPath = join(folder, `${this.size}-${basename(path)}.map`);
    writeFileSync(sourceMapPath, JSON.stringify({ ...map, sources: [path] }));
    return { code, originalCode: source, sourceMapPath };
  }
}

const transforms = new Transforms();
const sourceMaps = Object.assign(new Map(), { get: (file) => transforms.get(file)?.sourceMapPath });

let profiler;
/** Files whose compiled form the parent process has. */
const reported = new Set();

/**
 * Runs test files in Node's own module system: a worker loads and links the service once, and not once for each file, which
 * took longer than the tests themselves. So files share what modules keep.
 */
export default class SharedModulesRuntime {
  constructor(config, environment, _resolver, _transformer, _cacheFS, coverageOptions, testPath) {
    this.config = config;
    this.environment = environment;
    this.coverageOptions = coverageOptions;
    this.require = createRequire(testPath);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const { href } = pathToFileURL(path);
    // In watch mode a worker runs a test file again.
    await import(loaded.has(path) && path.endsWith('spec.ts') ? `${href}?run=${loaded.size}` : href);
    loaded.add(path);
  }

  requireModule(path) {
    return this.require(path);
  }

  /** Loads jest-circus, which keeps the tests of a file in its modules: again, without its listeners of the file before. */
  requireInternalModule(path) {
    delete this.require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return this.require(path);
  }

  setGlobalsForRuntime(globals) {
    const { moduleMocker, fakeTimersModern } = this.environment;
    const jest = {
      fn: moduleMocker.fn.bind(moduleMocker),
      spyOn: moduleMocker.spyOn.bind(moduleMocker),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
    };
    provide({ ...globals, jest });
  }

  restoreAllMocks() {
    this.environment.moduleMocker.restoreAllMocks();
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  async collectV8Coverage() {
    if (profiler !== undefined) return;
    profiler = new Session();
    profiler.connect();
    await profiler.post('Profiler.enable');
    await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Takes what was run since the last time. */
  async stopCollectingV8Coverage() {
    const { result } = await profiler.post('Profiler.takePreciseCoverage');
    this.covered = result
      .filter(({ url }) => url.startsWith('file:'))
      .map((script) => ({ ...script, url: fileURLToPath(script.url) }))
      .filter(({ url }) => shouldInstrument(url, this.coverageOptions, this.config));
  }

  getAllV8CoverageInfoCopy() {
    return this.covered.map((result) => {
      const codeTransformResult = reported.has(result.url) ? undefined : transforms.get(result.url);
      reported.add(result.url);
      return { codeTransformResult, result };
    });
  }
}
