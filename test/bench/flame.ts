import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { Job } from './clients.js';
import { measure, type Stand, startService } from './sides.js';

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

/** What V8 writes with `--cpu-prof`. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  /** Microseconds from one sample to the next. */
  timeDeltas: number[];
}

/** A function where it was called from, with all that it called. */
interface Frame {
  name: string;
  where: string;
  /** Microseconds, with what it called. */
  time: number;
  callees: Frame[];
}

const WIDTH = 1_200;
const ROW = 17;

/** Frames narrower than this, in pixels, are left out. */
const NARROWEST = 0.7;

/** What is not the work on requests. */
const LEFT_OUT = new Set(['(idle)', '(program)', '(garbage collector)']);

/** Colours by whose code it is; dark text is read on each. */
const COLOURS: readonly [RegExp, string, string][] = [
  [/^dist\//, '#f2a65a', 'the service'],
  [/^(@nestjs|rxjs)/, '#e9849a', 'Nest, rxjs'],
  [/^(fastify|@fastify|find-my-way|light-my)/, '#7cc4a5', 'Fastify'],
  [/^(pg|typeorm|graphile)/, '#7fb2e5', 'pg, TypeORM'],
  [/^(pino|sonic|@pinojs|prom-client)/, '#c9b458', 'pino, prom-client'],
  [/^/, '#c8c8c8', 'Node and others'],
];

/**
 * Draws the flame graph of a profile: what is wide took long, what stands below something was called by it.
 * @param seconds how much of the profile's end is drawn: its beginning is the start of the process
 */
function drawFlameGraph(profileFile: string, svgFile: string, title: string, seconds: number): void {
  const frames = mergeAll(framesOf(JSON.parse(readFileSync(profileFile, 'utf8')) as Profile, seconds * 1e6));
  const total = frames.reduce((sum, { time }) => sum + time, 0);
  const rects: string[] = [];
  let deepest = 0;
  const place = (level: readonly Frame[], left: number, depth: number): void => {
    let x = left;
    for (const frame of level) {
      const width = (frame.time / total) * WIDTH;
      if (width >= NARROWEST) {
        deepest = Math.max(deepest, depth);
        rects.push(rect(frame, x, depth, width, frame.time / total));
        place(frame.callees, x, depth + 1);
      }
      x += width;
    }
  };
  place(frames, 0, 0);
  const height = (deepest + 1) * ROW + 60;
  const legend = COLOURS.map(([, colour, name], index) => {
    const x = 10 + index * 190;
    return `<rect x="${x}" y="34" width="12" height="12" fill="${colour}"/><text x="${x + 17}" y="44">${escape(name)}</text>`;
  });
  writeFileSync(
    svgFile,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/><text x="10" y="20" font-size="15">${escape(title)}</text>
${legend.join('')}
<g transform="translate(0 56)">${rects.join('\n')}</g></svg>\n`,
  );
}

function framesOf({ nodes, samples, timeDeltas }: Profile, lastUs: number): Frame[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  let left = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  samples.forEach((id, index) => {
    if (left <= lastUs) own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[index]!));
    left -= timeDeltas[index]!;
  });
  const build = (id: number): Frame => {
    const { callFrame, children = [] } = byId.get(id)!;
    const callees = children.map(build);
    const time = callees.reduce((sum, callee) => sum + callee.time, own.get(id) ?? 0);
    return { name: callFrame.functionName || '(anonymous)', where: placeOf(callFrame.url), time, callees };
  };
  const [root] = nodes;
  return build(root!.id).callees.filter(({ name, where }) => !LEFT_OUT.has(name) && !where.includes('modules/'));
}

/** Calls of one function from one place, made at different times, are one frame; the widest comes first. */
function mergeAll(frames: readonly Frame[]): Frame[] {
  const merged = new Map<string, Frame>();
  for (const frame of frames) {
    const key = `${frame.where} ${frame.name}`;
    const there = merged.get(key);
    merged.set(
      key,
      there === undefined
        ? frame
        : { ...there, time: there.time + frame.time, callees: [...there.callees, ...frame.callees] },
    );
  }
  return [...merged.values()]
    .map((frame) => ({ ...frame, callees: mergeAll(frame.callees) }))
    .sort((a, b) => b.time - a.time);
}

function placeOf(url: string): string {
  const path = url.replace(/^file:\/\//, '');
  const modules = path.lastIndexOf(`node_modules${sep}`);
  if (modules >= 0) return path.slice(modules + 'node_modules/'.length);
  const dist = path.lastIndexOf(`${sep}dist${sep}`);
  return dist >= 0 ? path.slice(dist + 1) : path;
}

function rect({ name, where }: Frame, x: number, depth: number, width: number, share: number): string {
  const colour = COLOURS.find(([pattern]) => pattern.test(where))![1];
  const y = depth * ROW;
  const room = Math.floor((width - 6) / 6);
  const text = room < 3 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escape(cut(name, room))}</text>`;
  return (
    `<g><title>${escape(name)} ${escape(where)}: ${(share * 100).toFixed(1)} %</title>` +
    `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.3, width - 0.4).toFixed(1)}" height="${ROW - 1}" fill="${colour}"/>${text}</g>`
  );
}

function cut(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
