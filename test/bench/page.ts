import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { middle, ratioOf } from './figures.js';
import { targetOf } from './job.js';
import { drawPlot } from './plots.js';
import { cpuOf, spread, type Measured } from './table.js';

const PAGE = 'docs/performance.md';
const PLOTS = 'docs/performance';

/** Renews the table of docs/performance.md and the plot of each job. */
export function writePage(all: readonly Measured[], notes: readonly string[]): void {
  mkdirSync(PLOTS, { recursive: true });
  const names = [...new Set(all.map(({ job }) => job.name))];
  for (const name of names) {
    drawPlot(
      PLOTS,
      name,
      all.filter(({ job }) => job.name === name),
    );
  }
  renewPart('bench', [...notes, '', ...table(all), '', ...names.map(picture)]);
}

/** Renews a part of docs/performance.md, which stands between comments with its name, and says where it was measured. */
export function renewPart(name: string, lines: readonly string[]): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(begin);
  const after = rest.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for ${name}`);
  const text = [machine(), '', ...lines].join('\n');
  writeFileSync(PAGE, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

/** The day and the machine of a measurement. */
function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}.`;
}

function table(all: readonly Measured[]): string[] {
  return [
    '| Job | Connections | Processor, µs: floor | computing floor | service | Service beside floor | Beside computing floor (least to most) | Wanted | Requests/s: floor | service | p50, ms | p99, ms | Statements (floor) | Errors |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...all.map(row),
  ];
}

function row({ job, connections, samples }: Measured): string {
  const service = middle(samples.service);
  const floors = job.hasFloor ? { bare: middle(samples.floor), computing: middle(samples.computing) } : undefined;
  const target = targetOf(job, connections);
  const cells = [
    job.title,
    connections,
    floors === undefined ? '' : whole(floors.bare.cpu),
    floors === undefined ? '' : whole(floors.computing.cpu),
    whole(service.cpu),
    floors === undefined ? '' : ratioOf(samples.service, samples.floor, cpuOf).median.toFixed(2),
    floors === undefined ? '' : `**${spread(ratioOf(samples.service, samples.computing, cpuOf))}**`,
    target === undefined ? '' : `≤ ${target.toFixed(2)}`,
    floors === undefined ? '' : whole(floors.bare.perSecond),
    whole(service.perSecond),
    service.p50.toFixed(2),
    service.p99.toFixed(2),
    `${service.statements.toFixed(1)}${floors === undefined ? '' : ` (${floors.bare.statements.toFixed(1)})`}`,
    service.errors + (floors === undefined ? 0 : floors.bare.errors + floors.computing.errors),
  ];
  return `| ${cells.join(' | ')} |`;
}

function picture(name: string): string {
  return `![Requests a second of ${name}](${join('performance', `${name}.svg`)})`;
}

/** A number without decimals. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
