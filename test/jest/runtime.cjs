const { mkdirSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector/promises');
const { createRequire, registerHooks } = require('node:module');
const { basename, join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { shouldInstrument } = require('@jest/transform');
const { compile } = require('../../tools/typescript.mjs');
const { provide } = require('./globals.mjs');

const GLOBALS_URL = pathToFileURL(join(__dirname, 'globals.mjs')).href;

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
    const folder = join(__dirname, '../../.cache/source-maps', String(process.pid));
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
module.exports = class SharedModulesRuntime {
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

  /** Loads jest-circus, which keeps the tests of a file in its modules: anew, without its listeners of the file before. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
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
};
