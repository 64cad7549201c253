const RealDate = Date;

let offsetMs = 0;

class MovedDate extends RealDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(MovedDate.now());
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}

/**
 * Moves the clock of the service, which goes on from there. That of the database stays: `now()` in SQL, when jobs are due.
 * @param to an instant; undefined moves it back
 */
export function moveClock(to: Date | string | undefined): void {
  offsetMs = to === undefined ? 0 : new RealDate(to).getTime() - RealDate.now();
  globalThis.Date = to === undefined ? RealDate : (MovedDate as DateConstructor);
}
