/** The names of what a supervisor tells a worker, beside the settings. */
const NUMBER = 'COMMERCE_WORKER';
const MAKES_FIRST_START = 'COMMERCE_WORKER_MAKES_FIRST_START';

/** What a worker is among the others. */
export interface Place {
  /** From 1 on; one that takes another's place has its number. */
  number: number;
  /** Whether it makes what a first start must make. One does, before there are others. */
  makesFirstStart: boolean;
}

/** The place of this process; undefined when it is no worker. */
export function readPlace(env: NodeJS.ProcessEnv): Place | undefined {
  const number = env[NUMBER];
  return number === undefined
    ? undefined
    : { number: Number(number), makesFirstStart: env[MAKES_FIRST_START] === 'true' };
}

/** The same as environment variables. */
export function describePlace({ number, makesFirstStart }: Place): Record<string, string> {
  return { [NUMBER]: String(number), [MAKES_FIRST_START]: String(makesFirstStart) };
}
