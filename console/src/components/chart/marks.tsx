import { memo } from 'react';
import type { Scale } from './scale';
import type { Series } from './series';

/** Redrawn only when their data changes, not on every pointer move. */
interface MarksProps {
  series: readonly Series[];
  scale: Scale;
}

/** Minimum height in pixels of a stacked part that gets a gap to the part below. */
const SET_OFF_FROM = 4;

/** A dot for an isolated point, which has no line. */
const DOT = 'm-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0';

/** Stacked columns. */
export const Columns = memo(function Columns({ series, scale }: MarksProps) {
  const bases: number[] = [];
  const gap = scale.band > 8 ? 2 : scale.band > 3.5 ? 1 : 0.25;
  return series.map(({ key, color, values }) => {
    let path = '';
    values.forEach((value, index) => {
      if (value === null || value === 0) return;
      const base = bases[index] ?? 0;
      bases[index] = base + value;
      const top = scale.y(base + value);
      const height = scale.y(base) - top;
      const drawn = base > 0 && height >= SET_OFF_FROM ? height - 1 : height;
      path += `M${round(scale.left(index) + gap / 2)} ${round(top)}h${round(scale.band - gap)}v${round(drawn)}h${round(gap - scale.band)}z`;
    });
    return <path key={key} data-series={key} d={path} style={{ fill: color }} />;
  });
});

/** Lines, the first one with a filled area; gaps where there is no value. */
export const Lines = memo(function Lines({ series, scale }: MarksProps) {
  return series.map(({ key, color, values, isDashed = false }, place) => (
    <g key={key}>
      {place === 0 && (
        <path
          d={runs(values)
            .map((run) => area(run, values, scale))
            .join('')}
          style={{ fill: color, opacity: 0.16 }}
        />
      )}
      <path
        data-series={key}
        d={runs(values)
          .map((run) => line(run, values, scale) + (run.length === 1 ? DOT : ''))
          .join('')}
        style={{
          fill: 'none',
          stroke: color,
          strokeWidth: 2,
          strokeLinejoin: 'round',
          strokeLinecap: 'round',
          ...(isDashed && { strokeDasharray: '2 5' }),
        }}
      />
    </g>
  ));
});

/** Runs of consecutive steps that have a value. */
function runs(values: readonly (number | null)[]): number[][] {
  const all: number[][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    if (index > 0 && (values[index - 1] ?? null) !== null) all.at(-1)!.push(index);
    else all.push([index]);
  });
  return all;
}

function line(run: readonly number[], values: readonly (number | null)[], { middle, y }: Scale): string {
  const points = run.map((index) => `${round(middle(index))} ${round(y(values[index] ?? 0))}`);
  return `M${points.join('L')}`;
}

function area(run: readonly number[], values: readonly (number | null)[], scale: Scale): string {
  const floor = round(scale.y(0));
  return `${line(run, values, scale)}L${round(scale.middle(run.at(-1)!))} ${floor}L${round(scale.middle(run[0]!))} ${floor}z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
