import { Logger, type OnApplicationShutdown } from '@nestjs/common';

/**
 * Collects entries in memory, and writes them together some time after the first. No request waits for it; a crash loses what is
 * not written yet.
 */
export abstract class BackgroundWriter implements OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();

  /** @param waitMs milliseconds from the first entry until it writes */
  protected constructor(private readonly waitMs: number) {}

  /** Runs late in the shutdown, so that it also writes entries of requests that were answered meanwhile. */
  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  /** Writes now, after a write that goes on. */
  flush(): Promise<void> {
    this.writing = this.writing.then(async () => {
      clearTimeout(this.timer);
      this.timer = undefined;
      // A write that fails does not stop the next one.
      await this.write().catch((error: unknown) => this.logger.error('could not write', error));
    });
    return this.writing;
  }

  /** To be called after an entry is added. */
  protected writeSoon(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.waitMs).unref();
  }

  /** Writes all that came. */
  protected abstract write(): Promise<void>;
}
