import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawFlameGraph } from './flame.js';
import type { Job } from './job.js';
import { measure, startService, type Stand } from './sides.js';

const SECONDS = 6;
const CONNECTIONS = 32;

/** Seconds of the stop, which follow what is looked at. */
const STOP = 1;

/** Draws what the service does in a job: one more process of it, with V8's profiler. */
export async function drawFlames(stand: Stand, job: Job, port: number, svgFile: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'commerce-profile-'));
  try {
    const service = await startService(stand.database.url, String(port), directory);
    await measure({ ...stand, servers: { ...stand.servers, service } }, 'service', job, CONNECTIONS, SECONDS);
    await service.stop();
    const [file] = await readdir(directory);
    if (file === undefined) throw new Error('the service has left no profile');
    drawFlameGraph(join(directory, file), svgFile, `The service: ${job.title}`, SECONDS - 1 + STOP);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
