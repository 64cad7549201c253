import { Injectable, Module } from '@nestjs/common';
import { HandlesLongJob, LongJobType } from '../../src/common/jobs/index.js';
import { start } from '../../src/index.js';

/** The service with a long job that reckons without a pause, in a process of its own; its first step names the process. */
class Reckoning {
  async reckon({ ms, waits }, { progress, signal }) {
    progress(1, process.pid);
    // Until the sign of life has been written.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    for (const end = performance.now() + ms; performance.now() < end;);
    while (waits && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50));
    signal.throwIfAborted();
    progress(2, process.pid);
  }
}
const reckon = Object.getOwnPropertyDescriptor(Reckoning.prototype, 'reckon');
HandlesLongJob(new LongJobType('reckoning', { ownProcess: true, retries: 2 }))(Reckoning.prototype, 'reckon', reckon);
Injectable()(Reckoning);

class ReckoningModule {}
Module({ providers: [Reckoning] })(ReckoningModule);

await start({ extensions: [ReckoningModule] });
