import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './table.js';

const WIDTH = 560;
const BAR = 26;
const LEFT = 150;
const COLOURS = { floor: '#9aa5b1', service: '#0b7285' } as const;

/** Draws requests/s of a job on both sides: a bar for the middle of the rounds, a dot for each round. */
export function drawPlot(directory: string, name: string, measured: readonly Measured[]): void {
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
