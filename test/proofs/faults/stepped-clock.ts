/**
 * Loaded into a process of the service before anything of its own (`--import`), so that its clock can be stepped while it
 * runs, as an administrator or a time server steps that of a machine: SIGUSR2 sets it back by an hour, and the next one
 * forward again. What counts time instead of reading the clock (timers, `performance.now()`) goes on, as it does then.
 */
const HOUR_MS = 3_600_000;

const RealDate = Date;
let offset = 0;

const now = (): number => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
});

process.on('SIGUSR2', () => (offset = offset === 0 ? -HOUR_MS : 0));
