import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The arguments with which Node runs a program of TypeScript. */
export function program(path: string): string[] {
  const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  return ['--import', file('tools/typescript.mjs'), file(path)];
}

/** The arguments with which Node runs the service. */
export const SERVICE = program('src/main.ts');

/** How a process has ended: null when a signal ended it. */
export interface Ended {
  code: number | null;
  output: string;
}

/** The service as a process of its own, which can be killed. */
export class ServiceProcess {
  /** When it has ended, and all that it has printed has come. */
  readonly ended: Promise<Ended>;
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    /** Where it listens. */
    readonly url: string,
    watch: (starting: ServiceProcess) => void,
  ) {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        this.output += String(chunk);
        watch(this);
      });
    this.ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output: this.output }));
  }

  /**
   * Starts the service, and waits for nothing.
   * @param env its settings; with a DATABASE_URL it has the demo only by DEMO
   * @param args of Node: for another program that starts the service, or with arguments of its own
   * @param watch sees it whenever it has printed something
   */
  static async launch(
    env: Record<string, string>,
    args = SERVICE,
    watch: (starting: ServiceProcess) => void = () => undefined,
  ): Promise<ServiceProcess> {
    const { PATH = '', HOME = '' } = process.env;
    const port = env.PORT ?? String(await freePort());
    const child = spawn(process.execPath, args, {
      env: { PATH, HOME, LOG_LEVEL: 'warn', PORT: port, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(child, `http://localhost:${port}`, watch);
  }

  /** Starts the service; ready when it listens. */
  static async start(env: Record<string, string>, args = SERVICE): Promise<ServiceProcess> {
    const listening = Promise.withResolvers<void>();
    const service = await ServiceProcess.launch(env, args, (starting) => {
      if (starting.lines().some((line) => line.startsWith('listening'))) listening.resolve();
    });
    const failed = service.ended.then(({ code, output }) => {
      throw new Error(`the service ended with ${code}: ${output}`);
    });
    failed.catch(() => undefined);
    await Promise.race([listening.promise, failed]);
    return service;
  }

  /** The whole lines that it has printed. */
  lines(): string[] {
    return this.output.split('\n').slice(0, -1);
  }

  /** How often it has printed a text. */
  printed(text: string): number {
    return this.output.split(text).length - 1;
  }

  /** Ids of the processes that it has started, which do its long jobs. */
  get children(): number[] {
    const { pid } = this.child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends it with a signal; returns its exit code, null when the signal itself ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    this.child.kill(signal);
    const [code] = (await once(this.child, 'exit')) as [number | null];
    return code;
  }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
