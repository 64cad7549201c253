import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, type Measured, middle, ratioOf, spread } from './figures.js';
import { type Job, targetOf } from './clients.js';
import { processorOfAll } from '#test/support/processes.js';
import { type MachineTimes, machineTimes, othersPart } from './machine-load.js';

/** What is wanted first, and all of it. Each part stands in one of them. */
const PAGES = ['docs/performance.md', 'docs/performance-appendix.md'];
const PLOTS = 'docs/performance';

/** What others may use of the processors while figures are measured that are written down. */
const MOST_OTHERS = 0.1;

/** Milliseconds for which it looks for others before it begins. */
const LOOK_MS = 3_000;

/** The pages with figures, as far as a benchmark may write them: with `--write`, and on a machine that it has to itself. */
export class Pages {
  private begun: MachineTimes;
  private readonly included: { readonly pid: number; readonly before: number }[] = [];

  /**
   * @param write whether figures are written
   * @param busy whether they are even if other programs use the machine; the page says how much
   * @param read the machine's times
   */
  constructor(
    private readonly options: { readonly write: boolean; readonly busy: boolean },
    private readonly read: () => MachineTimes = machineTimes,
  ) {
    this.begun = read();
  }

  /** Before half an hour is spent for nothing. @throws Error if the machine is busy now */
  async begin(): Promise<void> {
    if (this.options.write && !this.options.busy) {
      await sleep(LOOK_MS);
      if (this.others() > MOST_OTHERS) throw new Error(this.refusal());
    }
    this.begun = this.read();
  }

  /** Counts a process and all that it starts as the benchmark's own from now on: a database that was there before. */
  include(pid: number): void {
    this.included.push({ pid, before: processorOfAll(pid) });
  }

  /** What other programs have used so far. */
  load(): string {
    return `Other programs used ${(this.others() * 100).toFixed(0)} % of the processors.`;
  }

  /** Renews the tables of a service beside its floors, and the plot of each job. */
  renewService(all: readonly Measured[], notes: readonly string[]): void {
    if (!this.mayWrite()) return;
    mkdirSync(PLOTS, { recursive: true });
    const names = [...new Set(all.map(({ job }) => job.name))];
    for (const name of names) {
      drawPlot(
        PLOTS,
        name,
        all.filter(({ job }) => job.name === name),
      );
    }
    this.renew('bench', [...notes, '', ...shortTable(all)]);
    this.renew('bench:all', [...table(all), '', ...names.map(picture)]);
  }

  /** Renews a part of the pages, which stands between comments with its name, and says where it was measured. */
  renew(name: string, lines: readonly string[]): void {
    if (!this.mayWrite()) return;
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const page = PAGES.find((path) => readFileSync(path, 'utf8').includes(begin));
    if (page === undefined) throw new Error(`${PAGES.join(' and ')} have no place for ${name}`);
    const [before, rest = ''] = readFileSync(page, 'utf8').split(begin);
    const after = rest.split(end)[1];
    if (after === undefined) throw new Error(`${page} has no end of ${name}`);
    const text = [`${machine()} ${this.load()}`, '', ...lines].join('\n');
    writeFileSync(page, `${before}${begin}\n\n${text}\n\n${end}${after}`);
  }

  /** Whether figures are written; the process ends with 1 if only the load forbids it. */
  mayWrite(): boolean {
    if (!this.options.write) return false;
    if (this.options.busy || this.others() <= MOST_OTHERS) return true;
    process.stderr.write(`not written: ${this.refusal()}\n`);
    process.exitCode = 1;
    return false;
  }

  private refusal(): string {
    return `${this.load()} At most ${MOST_OTHERS * 100} % are admitted; with --busy all is written, and the load with it.`;
  }

  private others(): number {
    const now = this.read();
    const included = this.included.reduce((sum, { pid, before }) => sum + processorOfAll(pid) - before, 0);
    return othersPart(this.begun, { ...now, own: now.own + included });
  }
}

/** The day and the machine of a measurement. */
function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}: ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}.`;
}

/** What is wanted first: jobs that have floors, with as many connections as were measured. */
function shortTable(all: readonly Measured[]): string[] {
  const most = Math.max(...all.map(({ connections }) => connections));
  return [
    `With ${most} connections; processor time of a request in µs, and its ratio with the least and the most of the rounds.`,
    '',
    '| Job | Floor | Computing floor | Service | Beside floor | Beside computing floor | Wanted |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...all.filter(({ job, connections }) => job.hasFloor && connections === most).map(shortRow),
  ];
}

function shortRow({ job, connections, samples }: Measured): string {
  const cells = [
    job.title,
    ...[samples.floor, samples.computing, samples.service].map((side) => rounded(middle(side).cpu)),
    ratioOf(samples.service, samples.floor, cpuOf).median.toFixed(2),
    `**${spread(ratioOf(samples.service, samples.computing, cpuOf))}**`,
    wantedOf(job, connections),
  ];
  return `| ${cells.join(' | ')} |`;
}

function wantedOf(job: Job, connections: number): string {
  const target = targetOf(job, connections);
  return target === undefined ? '' : `≤ ${target.toFixed(2)}`;
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
  const cells = [
    job.title,
    connections,
    floors === undefined ? '' : rounded(floors.bare.cpu),
    floors === undefined ? '' : rounded(floors.computing.cpu),
    rounded(service.cpu),
    floors === undefined ? '' : ratioOf(samples.service, samples.floor, cpuOf).median.toFixed(2),
    floors === undefined ? '' : `**${spread(ratioOf(samples.service, samples.computing, cpuOf))}**`,
    wantedOf(job, connections),
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
