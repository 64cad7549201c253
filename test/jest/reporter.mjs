import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const SLOWEST = 10;
const EVERY = 50;
const SHORT_LINES = 24;

/** One line of progress on a terminal, each failure in full, and at the end the slowest files; results for CI in `.cache`. */
export default class Reporter {
  #file;
  #root;
  #seconds = new Map();
  #tests = 0;
  #failed = 0;
  #failures = [];

  constructor({ rootDir }, { file = 'test-results.json' } = {}) {
    this.#root = rootDir;
    this.#file = join(ROOT, '.cache', file);
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.#show();
  }

  onTestResult({ path }, { perfStats, numPassingTests, numFailingTests, failureMessage, console }) {
    const name = relative(this.#root, path);
    this.#seconds.set(name, perfStats.runtime / 1000);
    this.#tests += numPassingTests + numFailingTests;
    this.#failed += numFailingTests;
    for (const { message } of console ?? []) this.#print(`${name}: ${message}`);
    if (failureMessage) {
      const failure = `FAIL ${name}\n${failureMessage}`;
      this.#print(failure);
      this.#failures.push(shortened(failure));
    }
    this.#show();
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, startTime }) {
    // A file that cannot even be loaded has no tests that could fail.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ passed: numPassedTests, failed, failures: this.#failures }));
    this.#print('');
    if (this.#seconds.size > SLOWEST) this.#print(this.#slowest());
    const seconds = Math.round((Date.now() - startTime) / 1000);
    this.#print(`${this.#seconds.size} files in ${seconds} s`);
    this.#print(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped`);
  }

  getLastError() {}

  #slowest() {
    const files = [...this.#seconds].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    return ['The slowest files:', ...files.map(([name, s]) => `${s.toFixed(1).padStart(6)} s  ${name}`)].join('\n');
  }

  /** On a terminal the line changes; elsewhere there is one for every fifty files. */
  #show() {
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`;
    const line = `${this.#seconds.size} of ${this.total} files, ${this.#tests} tests${failed}`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
    else if (this.#seconds.size > 0 && this.#seconds.size % EVERY === 0) process.stdout.write(`${line}\n`);
  }

  #print(text) {
    process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}${text}\n`);
  }
}

/** The first lines with text, plain. */
function shortened(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, SHORT_LINES)
    .join('\n');
}
