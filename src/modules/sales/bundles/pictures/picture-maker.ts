import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError } from '#common/errors/app-error.js';
import type { MadePicture } from './picture.process.js';
import { MAX_PIXELS, NO_PICTURE, READY, TOO_MANY_PIXELS } from './pictures.rules.js';

const PROGRAM = fileURLToPath(new URL('./picture.process.js', import.meta.url));

/** Milliseconds that a file may take; usual ones take one or two seconds. */
const PATIENCE_MS = 30_000;

/** MiB of the heap in the process; pixels are outside of it. */
const HEAP_MIB = 64;

/** A picture in all sizes, and how large the largest is. */
export type Picture = Extract<MadePicture, { width: number }>;

/**
 * Reads and resizes pictures, one at a time, each in a process of its own: what a broken file does to the library that reads
 * it, it does not do to the service, whose memory and secrets that process does not have.
 */
@Injectable()
export class PictureMaker {
  private readonly limit = pLimit(1);

  /** @throws AppError VALIDATION for what is no picture or has too many pixels */
  async make(file: Buffer): Promise<Picture> {
    const made = await this.limit(() => inProcess(file));
    if (!('refused' in made)) return made;
    throw made.refused === 'no picture'
      ? AppError.of(NO_PICTURE)
      : AppError.of(TOO_MANY_PIXELS, { pixels: MAX_PIXELS });
  }
}

/**
 * What a process makes of a file; it has no picture if it crashes over it, or takes too long.
 * @throws Error when the process cannot work at all, such as without the library for this platform
 */
function inProcess(file: Buffer): Promise<MadePicture> {
  const child = fork(PROGRAM, [], {
    env: {},
    execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MIB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise<MadePicture>((resolve, reject) => {
    let isReady = false;
    child.on('error', reject);
    child.on('message', (message) => {
      if (message !== READY) return resolve(message as MadePicture);
      isReady = true;
      child.send(file, () => undefined);
    });
    child.once('exit', (code, signal) => {
      if (isReady) resolve({ refused: 'no picture' });
      else reject(new Error(`the process that reads pictures ended with ${signal ?? code} before it had one`));
    });
  }).finally(() => child.kill('SIGKILL'));
}
