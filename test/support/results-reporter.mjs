import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says in one line how a run went, and keeps its results as JSON in `.cache` for CI. */
export default class ResultsReporter {
  #file;
  #repeated = [];

  constructor(_config, { file = 'test-results.json' } = {}) {
    this.#file = file;
  }

  onTestResult(_test, { testResults }) {
    for (const { fullName, invocations, status } of testResults) {
      if (invocations > 1 && status === 'passed') this.#repeated.push(fullName);
    }
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, success }) {
    // A file that cannot even be loaded has no tests that could fail.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const results = { passed: numPassedTests, failed, skipped: numPendingTests, success };
    const cache = join(import.meta.dirname, '../../.cache');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, this.#file), `${JSON.stringify(results)}\n`);
    for (const name of this.#repeated) process.stdout.write(`passed only when repeated: ${name}\n`);
    process.stdout.write(`${results.passed} passed, ${results.failed} failed\n`);
  }
}
