import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './place.js';
import type { Run } from './proof.js';
import { SERVICE } from './service-process.js';
import { SUPER_ADMIN } from './shop.js';

const STOP_MS = 40_000;

/** How long an answer about readiness may take. */
const PROBE_MS = 500;

/** Lines that are kept to tell how a process ended. */
const LAST_LINES = 5;

/** An error in the log that is not the line of a request. */
const isError = (line: string): boolean => /^{"level":"(error|fatal)"/.test(line) && !line.includes('"msg":"request"');

/** What came of a request to an instance. */
export interface Exchange {
  /** The method and the path. */
  what: string;
  /** The status of the answer, or why there is none (see `Silence`). */
  outcome: number | 'unsent' | 'cut';
  ms: number;
  /** By what the process was ended meanwhile, if it was. */
  ending: Ending | undefined;
}

/** How a run ends a process. */
type Ending = 'SIGKILL' | 'SIGTERM';

/** The service at one port: a process of `src/main.ts`, ended and started again and again. */
export class Instance<Role extends string = string> extends EventEmitter<{
  request: [];
  answer: [Exchange];
  turn: [];
}> {
  /** `leaving`: told to stop, and it has said that it is not ready any more, upon which no balancer sends it anything new. */
  state: 'down' | 'starting' | 'up' | 'leaving' = 'down';
  /** Requests that it has not answered yet. */
  requests = 0;
  /** How often it ended by itself. */
  exits = 0;
  /** How it ended when nobody had ended it, and errors that it logged: defects. */
  readonly accidents: string[] = [];
  private child: ChildProcess | undefined;
  private ending: Ending | undefined;
  private readonly endings: Ending[] = [];
  private lines: string[] = [];

  /**
   * @param role what the process is there for; it names it in what is reported
   * @param settings environment variables; it gets no others
   * @param logFile where all that it prints goes
   * @param isExpected whether the run itself has brought about an error that was logged
   * @param program what is run, as arguments of Node
   */
  constructor(
    readonly role: Role,
    readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly logFile: string,
    private readonly isExpected: (line: string) => boolean = () => false,
    private readonly program: readonly string[] = SERVICE,
  ) {
    super();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The id of its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts a process, which gets no other settings than those of the run. */
  start(): void {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, this.program, {
      env: { PATH, HOME, ...this.settings, HOST: '127.0.0.1', PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.ending = undefined;
    this.lines = [];
    this.turn('starting');
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => this.hear(line));
    child.once('exit', (code, signal) => {
      if (this.ending === undefined) {
        this.exits += 1;
        this.accidents.push(`${this.role} at ${this.port} ended with ${signal ?? code}: ${this.lines.join(' ')}`);
      }
      this.child = undefined;
      this.turn('down');
    });
  }

  /** Waits until it takes requests or has ended; no longer than the signal lets it. */
  async ready(signal: AbortSignal): Promise<void> {
    while (this.state === 'starting' && !signal.aborted) await once(this, 'turn', { signal }).catch(() => undefined);
  }

  /**
   * Starts a process, and waits until it takes requests.
   * @throws Error when it has ended instead
   */
  async launch(signal: AbortSignal): Promise<void> {
    this.start();
    await this.ready(signal);
    signal.throwIfAborted();
    if (this.state !== 'up') throw new Error(`the service did not start: ${this.accidents.join('; ')}`);
  }

  /** Ends the process with `kill -9`; false when there was none left. */
  async kill(): Promise<boolean> {
    return (await this.end('SIGKILL')) !== undefined;
  }

  /** Tells the process to stop; false when it did not end with 0, or not in time. */
  async stop(): Promise<boolean> {
    const impatience = setTimeout(() => this.child?.kill('SIGKILL'), STOP_MS);
    const end = this.end('SIGTERM');
    await this.seeLeaving();
    const code = await end;
    clearTimeout(impatience);
    return code === 0 || code === undefined;
  }

  /** Asks for readiness, as balancers do, until the answer is no. */
  private async seeLeaving(): Promise<void> {
    while (this.state === 'up') {
      const isReady = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isReady) break;
      await sleep(PROBE_MS / 10);
    }
    if (this.state === 'up') this.turn('leaving');
  }

  /** From now on, tells by what the process has been ended, if it has; one that is ending already counts. */
  watchEnding(): () => Ending | undefined {
    const begun = this.ending === undefined ? this.endings.length : this.endings.length - 1;
    return () => this.endings[begun];
  }

  /** Sends the process a signal that does not end it. */
  signal(name: NodeJS.Signals): void {
    this.log(`gets ${name}`);
    this.child?.kill(name);
  }

  /** The code that the process ended with, null for a signal; undefined when there was none. */
  private async end(signal: Ending): Promise<number | null | undefined> {
    if (this.child === undefined) return undefined;
    this.ending = signal;
    this.endings.push(signal);
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    this.log(`gets ${signal}`);
    this.child.kill(signal);
    return (await exit)[0];
  }

  private hear(line: string): void {
    this.log(line);
    this.lines = [...this.lines, line].slice(-LAST_LINES);
    if (isError(line) && !this.isExpected(line)) this.accidents.push(`${this.role} at ${this.port} logged ${line}`);
    if (this.state === 'starting' && line.startsWith('listening')) this.turn('up');
  }

  private turn(state: Instance['state']): void {
    this.state = state;
    this.log(state);
    this.emit('turn');
  }

  private log(text: string): void {
    appendFileSync(this.logFile, `${new Date().toISOString()} ${this.role} ${this.port} ${text}\n`);
  }
}

/** Which instances there are to be. */
export interface InstancesPlan<Role extends string> {
  /** What each is there for. */
  roles: readonly Role[];
  /** Where `services.log` goes, with all that they print. */
  directory: string;
  /** Settings beside those that all services of proofs have. */
  settings: Readonly<Record<string, string>>;
  /** Settings of each role beside those. */
  settingsOf?: (role: Role) => Readonly<Record<string, string>>;
  /** Whether the run itself has brought about an error that was logged. */
  isExpected?: (line: string) => boolean;
  /** What is run, as arguments of Node; default: the service. */
  program?: readonly string[];
}

/** Settings of all services of proofs. */
export const SERVICE_SETTINGS = {
  DEMO: 'false',
  SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
  SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
  DATABASE_POOL_SIZE: '10',
  LOG_LEVEL: 'warn',
};

/** Makes instances of one service, which are killed when the run is over. */
export async function makeInstances<Role extends string>(
  { random, after }: Pick<Run<unknown>, 'random' | 'after'>,
  { roles, directory, settings, settingsOf, isExpected, program }: InstancesPlan<Role>,
): Promise<Instance<Role>[]> {
  const ports = await freePorts(random.fork('ports'), roles.length);
  // One for all: it is the issuer of the tokens that each of them takes.
  const shared = { ...SERVICE_SETTINGS, PUBLIC_URL: `http://127.0.0.1:${ports[0]}`, ...settings };
  const log = join(directory, 'services.log');
  const instances = roles.map(
    (role, index) => new Instance(role, ports[index]!, { ...shared, ...settingsOf?.(role) }, log, isExpected, program),
  );
  after(() => Promise.all(instances.map((instance) => instance.kill())));
  return instances;
}

/** Makes and starts instances of one service, one after the other. */
export async function startInstances<Role extends string>(
  run: Pick<Run<unknown>, 'random' | 'after' | 'signal'>,
  plan: InstancesPlan<Role>,
): Promise<Instance<Role>[]> {
  const instances = await makeInstances(run, plan);
  for (const instance of instances) await instance.launch(run.signal);
  return instances;
}

/** Stops instances as an operator does; what went wrong with them, in words. */
export async function stopInstances(instances: readonly Instance[]): Promise<string[]> {
  const troubles = await Promise.all(
    instances.map(async (instance) => {
      const isStopped = await instance.stop();
      return isStopped ? [] : [`${instance.role} at ${instance.port} did not stop with 0`];
    }),
  );
  return [...troubles.flat(), ...instances.flatMap(({ accidents }) => accidents)];
}
