import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OWN_ERROR } from './trouble.js';

/** What a process is there for; each is the whole service, but only a worker delivers. */
export type Role = 'api' | 'worker';

const MAIN = join(process.cwd(), 'dist/main.js');
const STOP_MS = 40_000;

/** Lines that are kept to tell how a process ended. */
const LAST_LINES = 5;

/** An error in the log that is neither the line of a request nor one that the run itself has brought about. */
const isUnexpected = (line: string): boolean =>
  /^{"level":"(error|fatal)"/.test(line) && !line.includes('"msg":"request"') && !line.includes(OWN_ERROR);

/** The service at one port: a process of `dist/main.js`, as `npm start` runs it, ended and started again and again. */
export class Instance extends EventEmitter<{ request: []; turn: [] }> {
  state: 'down' | 'starting' | 'up' = 'down';
  /** Requests that it has not answered yet. */
  requests = 0;
  /** How it ended when nobody had ended it, and errors that it logged: defects. */
  readonly accidents: string[] = [];
  private child: ChildProcess | undefined;
  private isEnding = false;
  private lines: string[] = [];

  constructor(
    readonly role: Role,
    readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly logFile: string,
  ) {
    super();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a process, which gets no other settings than those of the run. */
  start(): void {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, HOME, ...this.settings, HOST: '127.0.0.1', PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.isEnding = false;
    this.lines = [];
    this.turn('starting');
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => this.hear(line));
    child.once('exit', (code, signal) => {
      if (!this.isEnding) {
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

  /** Ends the process with `kill -9`; false when there was none any more. */
  async kill(): Promise<boolean> {
    return (await this.end('SIGKILL')) !== undefined;
  }

  /** Tells the process to stop; false when it did not end with 0, or not in time. */
  async stop(): Promise<boolean> {
    const impatience = setTimeout(() => this.child?.kill('SIGKILL'), STOP_MS);
    const code = await this.end('SIGTERM');
    clearTimeout(impatience);
    return code === 0 || code === undefined;
  }

  /** The code that the process ended with, null for a signal; undefined when there was none. */
  private async end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    if (this.child === undefined) return undefined;
    this.isEnding = true;
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    this.log(`gets ${signal}`);
    this.child.kill(signal);
    return (await exit)[0];
  }

  private hear(line: string): void {
    this.log(line);
    this.lines = [...this.lines, line].slice(-LAST_LINES);
    if (isUnexpected(line)) this.accidents.push(`${this.role} at ${this.port} logged ${line}`);
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
