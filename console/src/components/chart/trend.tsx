import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import classes from './chart.module.css';
import { Lines } from './marks';
import { PALETTE } from './colours';
import { scaleOf, type Plot } from './scale';

/** Pixels below the plot, for the names. */
const BELOW = 20;
const ABOVE = 18;
/** Pixels that a name needs. */
const NAME = 58;

interface TrendProps {
  /** Its label for screen readers: `Payout`. */
  label: string;
  /** Oldest first; the last one is what the page is about. */
  points: readonly { name: string; value: number }[];
  format: (value: number) => string;
  height: number;
}

/** A few values as a line with their names, the first and the last with their amounts. Screen readers get a list. */
export function Trend({ label, points, format, height }: TrendProps) {
  const { ref, width } = useElementSize();
  const values = points.map(({ value }) => value);
  const plot: Plot = { left: 0, top: ABOVE, width: Math.max(1, width), height: height - ABOVE - BELOW };
  const scale = scaleOf(plot, points.length, { highest: Math.max(...values, 0) || 1, lowest: Math.min(...values, 0) });
  const every = Math.max(1, Math.ceil((points.length * NAME) / Math.max(1, width)));
  const last = points.length - 1;
  return (
    <div ref={ref} style={{ height }}>
      <VisuallyHidden>
        <ul aria-label={label}>
          {points.map(({ name, value }) => (
            <li key={name}>{`${name}: ${format(value)}`}</li>
          ))}
        </ul>
      </VisuallyHidden>
      {width > 0 && (
        <svg className={classes.picture} width={width} height={height} aria-hidden>
          <line className={classes.floor} x1={0} x2={width} y1={scale.y(0)} y2={scale.y(0)} />
          <Lines series={[{ key: 'value', name: label, color: PALETTE.typical, values }]} scale={scale} />
          {points.map(({ name, value }, index) => (
            <g key={name}>
              <title>{`${name}: ${format(value)}`}</title>
              <circle
                cx={scale.middle(index)}
                cy={scale.y(value)}
                r={index === last ? 4 : 2.5}
                style={{ fill: PALETTE.typical }}
              />
              {(last - index) % every === 0 && (
                <text className={classes.axis} x={scale.middle(index)} y={height - 4} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
