import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '#common/package-root.js';
import type { FromThread } from '#network/live/live-thread.js';
import type { RequestName, Requests } from '#network/live/requests.js';

const PROGRAM = join(PACKAGE_ROOT, 'dist/modules/network/live/live.worker.js');

/** The thread of an instance, asked as the instance asks it. */
export class Thread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, (message: FromThread) => void>();
  private asked = 0;

  constructor(url: string) {
    this.worker = new Worker(PROGRAM, { workerData: { url } });
    this.worker.on('message', (message: FromThread) => {
      if ('id' in message) this.waiting.get(message.id)?.(message);
    });
  }

  /** Waits until it knows so many members. */
  async loaded(members: number): Promise<void> {
    const top = await this.ask('member', { uid: 1 });
    if (top?.sponsor.members !== members - 1) throw new Error(`loaded ${top?.sponsor.members} of ${members} members`);
  }

  async ask<Name extends RequestName>(
    name: Name,
    request: Requests[Name]['request'],
  ): Promise<Requests[Name]['answer']> {
    this.asked += 1;
    const id = this.asked;
    const message = await new Promise<FromThread>((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, name, request, isHurried: false });
    });
    this.waiting.delete(id);
    if ('error' in message) throw new Error(message.error);
    return ('answer' in message ? message.answer : undefined) as Requests[Name]['answer'];
  }

  /** Milliseconds of the processor that it has used. */
  async cpu(): Promise<number> {
    const { user, system } = await this.worker.cpuUsage();
    return (user + system) / 1_000;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
