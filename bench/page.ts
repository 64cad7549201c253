import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { middle, ratioOf } from './figures.js';
import { targetOf } from './job.js';
import { drawPlot } from './plots.js';
import type { Measured } from './table.js';

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
    '| Job | Connections | Floor, requests/s | Service, requests/s | p50, ms | p99, ms | CPU, µs (floor) | Statements (floor) | Ratio (least to most) | Wanted | Errors |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...all.map(row),
  ];
}

function row({ job, connections, samples }: Measured): string {
  const service = middle(samples.service);
  const floor = job.hasFloor ? middle(samples.floor) : undefined;
  const ratio = job.hasFloor ? ratioOf(samples.service, samples.floor) : undefined;
  const target = targetOf(job, connections);
  const cells = [
    job.title,
    connections,
    floor === undefined ? '' : whole(floor.perSecond),
    whole(service.perSecond),
    service.p50.toFixed(2),
    service.p99.toFixed(2),
    `${whole(service.cpu)}${floor === undefined ? '' : ` (${whole(floor.cpu)})`}`,
    `${service.statements.toFixed(1)}${floor === undefined ? '' : ` (${floor.statements.toFixed(1)})`}`,
    ratio === undefined ? '' : `**${ratio.median.toFixed(2)}** (${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)})`,
    target === undefined ? '' : `≥ ${target.toFixed(2)}`,
    service.errors + (floor?.errors ?? 0),
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
