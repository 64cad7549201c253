import { Text } from '@mantine/core';
import { useElementSize, useWindowEvent } from '@mantine/hooks';
import { useMemo, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { formatNumber } from '../format';
import classes from './chart.module.css';
import { Columns, Lines } from './marks';
import { Readout, readoutText } from './readout';
import { roundTicks, scaleOf, type Plot, type Scale } from './scale';
import { totalAt, type Series, type Steps } from './series';
import { timeMarks } from './time-format';
import { t, locale } from '../../i18n/t';

/** Pixels around the plot, for the axes. */
const ABOVE = 10;
const BELOW = 26;
const RIGHT = 4;
const DIGIT = 7;
/** Width of a label on the time axis, in pixels. */
const MARK = 64;
const BESIDE = 12;
/** Below this width in pixels the readout is under the chart: next to the pointer it would cover the chart. */
const NARROW = 400;

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, useGrouping: true });

export interface ChartProps {
  /** Its label for screen readers: `Requests`. */
  label: string;
  steps: Steps;
  series: readonly Series[];
  /** `columns` are stacked; `lines` are not. */
  form: 'columns' | 'lines';
  /** Unit after the numbers of the axis and the readout: ` ms`. */
  unit?: string;
  /** Writes a value of the readout and the table; default: the number with its unit. */
  format?: (value: number) => string;
  height: number;
  /** Shown in the chart when all values are 0 or absent. */
  nothing: string;
  /** The highlighted step, shared by charts of the same steps; null for none. */
  /** Opens what is behind a step, by a click or Enter. */
  onPick?: (index: number) => void;
  active: number | null;
  onActive: (index: number | null) => void;
}

/**
 * Values over time. They are read by mouse, touch or arrow keys; screen readers get the same values from a slider
 * over the steps.
 */
export function Chart(props: ChartProps) {
  const { label, steps, series, form, unit = '', height, nothing, active, onActive, onPick } = props;
  const { ref, width } = useElementSize();
  const slider = useRef<HTMLInputElement>(null);
  const count = steps.starts.length;
  const peak = useMemo(() => highest(series, count, form), [series, count, form]);
  const ticks = useMemo(() => roundTicks(peak, form === 'lines' ? lowest(series) : 0), [peak, series, form]);
  const format = props.format ?? ((value: number): string => formatNumber(value) + unit);
  const texts = ticks.map((tick) => (unit === '' ? compact.format(tick) : formatNumber(tick) + unit));
  const left = 8 + DIGIT * Math.max(...texts.map(({ length }) => length));
  const { plot, scale } = useMemo(() => {
    const plot: Plot = { left, top: ABOVE, width: Math.max(1, width - left - RIGHT), height: height - ABOVE - BELOW };
    return { plot, scale: scaleOf(plot, count, { highest: ticks.at(-1)!, lowest: ticks[0]! }) };
  }, [left, width, height, count, ticks]);
  const Marks = form === 'columns' ? Columns : Lines;
  const index = active === null ? null : Math.min(active, count - 1);
  const reading = { steps, series, format, hasTotal: form === 'columns' };

  const read = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void =>
    onActive(scale.indexAt(clientX - currentTarget.getBoundingClientRect().left));
  const leave = ({ pointerType }: PointerEvent<HTMLElement>): void => {
    if (pointerType === 'mouse' && document.activeElement !== slider.current) onActive(null);
  };
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onActive(null));

  return (
    <div
      ref={ref}
      className={classes.chart}
      style={{ height }}
      onPointerMove={read}
      onPointerDown={(event) => {
        read(event);
        // Keeps the focus on the slider; losing it would hide the readout.
        event.preventDefault();
        slider.current?.focus({ preventScroll: true });
      }}
      onPointerLeave={leave}
      {...(onPick !== undefined && {
        onClick: ({ currentTarget, clientX }: MouseEvent<HTMLElement>) =>
          onPick(scale.indexAt(clientX - currentTarget.getBoundingClientRect().left)),
        onKeyDown: ({ key }: KeyboardEvent<HTMLElement>) => key === 'Enter' && onPick(index ?? count - 1),
      })}
    >
      {width > 0 && (
        <svg className={classes.picture} width={width} height={height} aria-hidden>
          <Axes texts={texts} ticks={ticks} plot={plot} scale={scale} steps={steps} />
          {index !== null && (
            <rect
              className={classes.cursor}
              x={scale.left(index)}
              y={plot.top}
              width={Math.max(1, scale.band)}
              height={plot.height}
            />
          )}
          <Marks series={series} scale={scale} />
        </svg>
      )}
      {peak === 0 && ticks[0] === 0 && (
        <div className={classes.nothing}>
          <Text size="sm" c="dimmed">
            {nothing}
          </Text>
        </div>
      )}
      <input
        ref={slider}
        type="range"
        className={classes.steps}
        aria-label={t('{{label}} over time', { label })}
        min={0}
        max={count - 1}
        value={index ?? count - 1}
        aria-valuetext={readoutText({ ...reading, index: index ?? count - 1 })}
        onChange={({ currentTarget }) => onActive(Number(currentTarget.value))}
        onFocus={() => onActive(index ?? count - 1)}
        onBlur={() => onActive(null)}
      />
      {index !== null && width > 0 && (
        <div
          className={width < NARROW ? classes.below : classes.beside}
          style={width < NARROW ? undefined : besidePointer(scale.middle(index), width)}
          aria-hidden
        >
          <Readout {...reading} index={index} />
        </div>
      )}
    </div>
  );
}

/** Places the readout on the side of the pointer with more room. */
function besidePointer(
  x: number,
  width: number,
): { left: number; maxWidth: number } | { right: number; maxWidth: number } {
  return x < width / 2
    ? { left: x + BESIDE, maxWidth: width - x - BESIDE }
    : { right: width - x + BESIDE, maxWidth: x - BESIDE };
}

function highest(series: readonly Series[], count: number, form: ChartProps['form']): number {
  if (form === 'lines') return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return Math.max(0, ...Array.from({ length: count }, (_, index) => totalAt(series, index)));
}

function lowest(series: readonly Series[]): number {
  return Math.min(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
}

interface AxesProps {
  texts: readonly string[];
  ticks: readonly number[];
  plot: Plot;
  scale: Scale;
  steps: Steps;
}

function Axes({ texts, ticks, plot: { left, top, width, height }, scale, steps }: AxesProps) {
  const marks = timeMarks(steps, Math.max(1, Math.floor(width / MARK)));
  return (
    <g>
      {ticks.map((tick, place) => (
        <g key={tick}>
          <line
            className={tick === 0 ? classes.floor : classes.grid}
            x1={left}
            x2={left + width}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
          />
          <text className={classes.axis} x={left - 8} y={scale.y(tick)} dy="0.32em" textAnchor="end">
            {texts[place]}
          </text>
        </g>
      ))}
      {marks.map(({ index, text }) => (
        <text
          key={index}
          className={classes.axis}
          x={scale.left(index)}
          y={top + height + 18}
          textAnchor={anchorOf(scale.left(index) - left, width)}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** Keeps a label at the edge inside the chart. */
function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < MARK / 2) return 'start';
  return x > width - MARK / 2 ? 'end' : 'middle';
}
