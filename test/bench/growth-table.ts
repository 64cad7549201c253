/** What a request costs, in microseconds. */
export interface Cost {
  database: number;
  service: number;
}

/** What is wanted of a job. */
export interface Wanted {
  /** Most that the largest may cost, as a multiple of the smallest. */
  times?: number;
  /** Most that the largest may cost, in milliseconds of the database. */
  ms?: number;
}

/** A job on ever larger tables. */
export interface Grown {
  title: string;
  wanted: Wanted;
  /** By size, smallest first. */
  costs: Cost[];
}

/** A Markdown table of what each request costs the database, and the service's processor. */
export function growthTable(what: string, sizes: readonly number[], all: readonly Grown[]): string[] {
  const columns = sizes.map((size) => `${size.toLocaleString('en')} ${what}`);
  return [
    `| Database (service), µs | ${columns.join(' | ')} | Largest / smallest | Wanted |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} | ---: | ---: |`,
    ...all.map(({ title, wanted, costs }) => {
      const cells = costs.map(({ database, service }) => `${whole(database)} (${whole(service)})`);
      return `| ${[title, ...cells, `**${times(costs).toFixed(2)}**`, describe(wanted)].join(' | ')} |`;
    }),
  ];
}

function times(costs: readonly Cost[]): number {
  return (costs.at(-1)?.database ?? Number.NaN) / (costs[0]?.database ?? Number.NaN);
}

function describe({ times: most, ms }: Wanted): string {
  return [most === undefined ? [] : [`≤ ${most.toFixed(1)}`], ms === undefined ? [] : [`≤ ${whole(ms * 1000)} µs`]]
    .flat()
    .join(', ');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
