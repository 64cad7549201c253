import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The arguments with which Node runs a program of TypeScript. */
export function program(path: string): string[] {
  const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  return ['--import', file('tools/typescript.mjs'), file(path)];
}

/** The arguments with which Node runs the service. */
export const SERVICE = program('src/main.ts');

/** The service as a process of its own, which can be killed. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly output: string[],
    /** Where it listens. */
    readonly url: string,
  ) {}

  /**
   * Starts the service; ready when it listens.
   * @param watch sees it whenever it has printed something, also before it is ready
   * @param args of Node, for another program that starts the service
   */
  static async start(
    env: Record<string, string>,
    watch: (starting: ServiceProcess) => void = () => undefined,
    args = SERVICE,
  ): Promise<ServiceProcess> {
    const { PATH = '', HOME = '' } = process.env;
    const port = String(await freePort());
    const child = spawn(process.execPath, args, {
      env: { PATH, HOME, LOG_LEVEL: 'warn', DEMO: 'false', PORT: port, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output: string[] = [];
    const started = new ServiceProcess(child, output, `http://localhost:${port}`);
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output.join('')}`)));
      child.stdout.on('data', (chunk: Buffer) => {
        output.push(String(chunk));
        watch(started);
        if (output.join('').includes('listening')) resolve();
      });
    });
    return started;
  }

  /** The whole lines that it has printed. */
  lines(): string[] {
    return this.output.join('').split('\n').slice(0, -1);
  }

  /** How often it has printed a text. */
  printed(text: string): number {
    return this.output.join('').split(text).length - 1;
  }

  /** Ids of the workers that have got ready, by their number, in order; told with INSTANCES above 1 and LOG_LEVEL info. */
  workers(number: number): number[] {
    return this.output
      .join('')
      .split('\n')
      .filter((line) => line.endsWith('"worker is ready"}'))
      .map((line) => JSON.parse(line) as { worker: number; pid: number })
      .filter(({ worker }) => worker === number)
      .map(({ pid }) => pid);
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
