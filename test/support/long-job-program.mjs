import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { HandlesLongJob, LongJobType } from '../../src/common/jobs/index.js';
import { start } from '../../src/index.js';

/**
 * The service with a long job in a process of its own, whose first step names the process. It waits for the file `reckon` in
 * its folder, says so by the file `reckoning`, and reckons without a pause as long as `reckon` is there.
 */
class Reckoning {
  async reckon({ folder }, { progress, signal }) {
    const isTold = () => existsSync(join(folder, 'reckon'));
    progress(1, process.pid);
    while (!isTold() && !signal.aborted) await sleep(20);
    signal.throwIfAborted();
    writeFileSync(join(folder, 'reckoning'), '');
    while (isTold());
    progress(2, process.pid);
  }
}
const reckon = Object.getOwnPropertyDescriptor(Reckoning.prototype, 'reckon');
HandlesLongJob(new LongJobType('reckoning', { ownProcess: true, retries: 2 }))(Reckoning.prototype, 'reckon', reckon);
Injectable()(Reckoning);

class ReckoningModule {}
Module({ providers: [Reckoning] })(ReckoningModule);

await start({ extensions: [ReckoningModule] });
