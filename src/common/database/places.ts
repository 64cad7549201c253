import { AppError } from '../errors/app-error.js';

/** Lets a limited number of works run at the same time; the others wait in line. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  /**
   * @param free how many may run at the same time, at least 1
   * @param mostWaiting how many may wait
   */
  constructor(
    private free: number,
    private readonly mostWaiting = Infinity,
  ) {}

  /**
   * Runs work as soon as there is a place for it.
   * @throws AppError TOO_MANY_REQUESTS when too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else if (this.waiting.length >= this.mostWaiting) throw tooMany();
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'too many such requests are waiting; try again later', {
    headers: { 'retry-after': '1' },
  });
}
