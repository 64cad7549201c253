import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { cpuOf, type Measured, middle, ratioOf, spread } from './figures.js';
import { targetOf } from './clients.js';

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
    floors === undefined ? '' : rounded(floors.bare.cpu),
    floors === undefined ? '' : rounded(floors.computing.cpu),
    rounded(service.cpu),
    floors === undefined ? '' : ratioOf(samples.service, samples.floor, cpuOf).median.toFixed(2),
    floors === undefined ? '' : `**${spread(ratioOf(samples.service, samples.computing, cpuOf))}**`,
    target === undefined ? '' : `≤ ${target.toFixed(2)}`,
    floors === undefined ? '' : rounded(floors.bare.perSecond),
    rounded(service.perSecond),
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
export function rounded(value: number): string {
  return Math.round(value).toLocaleString('en');
}

const WIDTH = 560;
const BAR = 26;
const LEFT = 150;
const COLOURS = { floor: '#9aa5b1', service: '#0b7285' } as const;

/** Draws requests/s of a job on both sides: a bar for the middle of the rounds, a dot for each round. */
function drawPlot(directory: string, name: string, measured: readonly Measured[]): void {
  const bars = measured.flatMap(({ connections, samples }) =>
    (['floor', 'service'] as const)
      .filter((side) => samples[side].length > 0)
      .map((side) => ({ side, connections, rates: samples[side].map(({ perSecond }) => perSecond) })),
  );
  const most = Math.max(...bars.flatMap(({ rates }) => rates));
  const scale = (rate: number): number => (rate / most) * (WIDTH - LEFT - 80);
  const rows = bars.map(({ side, connections, rates }, index) => {
    const y = 44 + index * (BAR + 8);
    const middle = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)]!;
    const label = `${side}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
    const dots = rates.map(
      (rate) => `<circle cx="${(LEFT + scale(rate)).toFixed(1)}" cy="${y + BAR / 2}" r="2.5" fill="#212529"/>`,
    );
    return (
      `<text x="${LEFT - 8}" y="${y + 17}" text-anchor="end">${label}</text>` +
      `<rect x="${LEFT}" y="${y}" width="${scale(middle).toFixed(1)}" height="${BAR}" fill="${COLOURS[side]}"/>${dots.join('')}` +
      `<text x="${(LEFT + scale(Math.max(...rates)) + 8).toFixed(1)}" y="${y + 17}">${Math.round(middle).toLocaleString('en')}</text>`
    );
  });
  const height = 54 + bars.length * (BAR + 8);
  const { title } = measured[0]!.job;
  writeFileSync(
    join(directory, `${name}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/><text x="12" y="24" font-size="14">Requests a second: ${title}</text>
${rows.join('\n')}</svg>\n`,
  );
}
