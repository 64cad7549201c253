import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const moduleMocker = new ModuleMocker(globalThis);
let fakeTimersModern;

/** A test environment without globals of its own: tests see those of their worker, as the modules that they share do. */
export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = moduleMocker;
  fakeTimers = null;

  constructor({ projectConfig }) {
    fakeTimersModern ??= new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.fakeTimersModern = fakeTimersModern;
  }

  exportConditions() {
    return ['node'];
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  /** Lets what runs after a test know whether it has failed. */
  handleTestEvent({ name }) {
    if (name === 'test_start') globalThis.hasTestFailed = false;
    if (name === 'test_fn_failure') globalThis.hasTestFailed = true;
  }

  async teardown() {
    for (const stop of globalThis.startedByFile ?? []) {
      globalThis.startedByFile.delete(stop);
      await stop();
    }
    moduleMocker.restoreAllMocks();
    fakeTimersModern.useRealTimers();
  }
}
