import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { HandlesLongJob, LongJobType } from '#common/jobs/index.js';
import { start } from '../../src/index.js';

/**
 * The service with a long job in a process of its own, whose first step names the process. It waits for the file `calculate` in
 * its folder, says so by the file `calculation`, and calculates without a pause as long as `calculate` is there.
 */
class Calculation {
  async calculate({ folder }, { progress, signal }) {
    const isTold = () => existsSync(join(folder, 'calculate'));
    progress(1, process.pid);
    while (!isTold() && !signal.aborted) await sleep(20);
    signal.throwIfAborted();
    writeFileSync(join(folder, 'calculation'), '');
    while (isTold());
    progress(2, process.pid);
  }
}
const calculate = Object.getOwnPropertyDescriptor(Calculation.prototype, 'calculate');
HandlesLongJob(new LongJobType('calculation', { ownProcess: true, retries: 2 }))(
  Calculation.prototype,
  'calculate',
  calculate,
);
Injectable()(Calculation);

class CalculationModule {}
Module({ providers: [Calculation] })(CalculationModule);

await start({ extensions: [CalculationModule] });
