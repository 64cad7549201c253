import cluster from 'node:cluster';
import { describePlace, type Place } from './place.js';
import { ProcessLink, type Answers } from './process-link.js';
import { READY } from './questions.js';
import { WorkerEnded } from './worker-ended.js';

// Each worker accepts connections itself. Those that Node would hand them in turn are lost, and never answered, when the
// worker ends before it has taken them.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** A worker as its supervisor sees it. */
export interface RunningWorker {
  readonly number: number;
  readonly pid: number | undefined;
  readonly link: ProcessLink;
  /** What it wants printed, once it takes requests; a WorkerEnded when it comes to no such thing. */
  readonly ready: Promise<string>;
  readonly isReady: () => boolean;
  readonly ended: Promise<WorkerEnded>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts this very program once more, as a worker.
 * @param env settings that differ from those of this process
 * @param answers what the worker may ask
 */
export function startWorker(place: Place, env: Readonly<Record<string, string>>, answers: Answers): RunningWorker {
  const begun = performance.now();
  const worker = cluster.fork({ ...env, ...describePlace(place) });
  let isReady = false;
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<WorkerEnded>();
  const link = new ProcessLink(worker, {
    ...answers,
    [READY]: (lines) => {
      isReady = true;
      ready.resolve(lines);
      return '';
    },
  });
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    const how = new WorkerEnded(place.number, code, signal, performance.now() - begun);
    ready.reject(how);
    ended.resolve(how);
  };
  worker.once('exit', end);
  // The machine has no room for one more process: it never began, and no exit will tell so.
  worker.on('error', () => worker.process.pid === undefined && end(1, null));
  return {
    number: place.number,
    pid: worker.process.pid,
    link,
    ready: ready.promise,
    isReady: () => isReady,
    ended: ended.promise,
    kill: (signal) => void worker.process.kill(signal),
  };
}
