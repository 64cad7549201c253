import type { ReactNode } from 'react';
import classes from './form.module.css';

const WIDTH = 92;
const HEIGHT = 64;

/** Somebody in the network. @param tone how strong: 1 is paid, 0 is only there */
function Dot({ x, y, tone = 0, r = 5 }: { x: number; y: number; tone?: number; r?: number }) {
  return (
    <circle cx={x} cy={y} r={r} fill={tone === 0 ? 'none' : 'currentColor'} fillOpacity={tone} strokeWidth={1.6} />
  );
}

function Edge({ from, to }: { from: readonly [number, number]; to: readonly [number, number] }) {
  return <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} strokeWidth={1.4} strokeOpacity={0.55} />;
}

function Word({ x, y, children }: { x: number; y: number; children: string }) {
  return (
    <text x={x} y={y} fontSize={10} fontWeight={600} fill="currentColor" stroke="none" textAnchor="middle">
      {children}
    </text>
  );
}

/** A chain upward from a source at its foot, with what each above gets. */
function Chain({ words, gaps = [] }: { words: readonly string[]; gaps?: readonly number[] }) {
  const steps = [52, 37, 22, 8];
  return (
    <>
      {steps.slice(1).map((y, index) => (
        <Edge key={y} from={[34, steps[index]! - 5]} to={[34, y + 5]} />
      ))}
      {steps.map((y, index) => (
        <Dot key={y} x={34} y={y} tone={index === 0 ? 0.25 : gaps.includes(index) ? 0 : 1} r={5} />
      ))}
      {words.map((word, index) => (
        <Word key={index} x={62} y={steps[index + 1]! + 4}>
          {word}
        </Word>
      ))}
    </>
  );
}

const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  unilevel: <Chain words={['5%', '3%', '2%']} />,
  generation: <Chain words={['1st', '', '2nd']} gaps={[2]} />,
  fast_start: (
    <>
      <Chain words={['20%', '5%', '']} gaps={[3]} />
      <path d="M12 58v-11M7 51l5-5 5 5" fill="none" strokeWidth={1.6} />
    </>
  ),
  differential: (
    <>
      <path d="M8 56h19V42h19V27h19V12h19" fill="none" strokeWidth={2} />
      <Word x={17} y={51}>
        3%
      </Word>
      <Word x={36} y={37}>
        6%
      </Word>
      <Word x={55} y={22}>
        9%
      </Word>
    </>
  ),
  binary: (
    <>
      <Edge from={[46, 15]} to={[24, 30]} />
      <Edge from={[46, 15]} to={[68, 30]} />
      <Dot x={46} y={11} tone={1} />
      <rect x={12} y={32} width={24} height={26} rx={3} fill="currentColor" fillOpacity={0.25} strokeWidth={1.4} />
      <rect x={56} y={44} width={24} height={14} rx={3} fill="currentColor" fillOpacity={1} strokeWidth={1.4} />
      <line x1={8} y1={44} x2={84} y2={44} strokeWidth={1.4} strokeDasharray="3 3" />
    </>
  ),
  matching: (
    <>
      <Edge from={[30, 22]} to={[30, 40]} />
      <Dot x={30} y={16} tone={1} r={6} />
      <Dot x={30} y={47} tone={0.25} r={6} />
      <rect x={50} y={42} width={34} height={11} rx={2} fill="currentColor" fillOpacity={0.25} strokeWidth={1.4} />
      <rect x={50} y={11} width={14} height={11} rx={2} fill="currentColor" strokeWidth={1.4} />
      <path d="M57 40V26M53 30l4-4 4 4" fill="none" strokeWidth={1.6} />
    </>
  ),
  pool: (
    <>
      <path d="M34 32 34 10a22 22 0 0 1 19 33z" fill="currentColor" fillOpacity={1} strokeWidth={1.4} />
      <path d="M34 32 53 43a22 22 0 0 1-38 0z" fill="currentColor" fillOpacity={0.5} strokeWidth={1.4} />
      <path d="M34 32 15 43a22 22 0 0 1 19-33z" fill="currentColor" fillOpacity={0.15} strokeWidth={1.4} />
      <Dot x={76} y={14} tone={1} />
      <Dot x={76} y={32} tone={0.5} />
      <Dot x={76} y={50} tone={0.15} />
    </>
  ),
  rank_advancement: (
    <>
      <path d="M8 56h20V42h20V28h20" fill="none" strokeWidth={2} />
      <path d="M58 22V8h16l-4 4 4 4H58" fill="currentColor" fillOpacity={0.25} strokeWidth={1.6} />
      <Dot x={18} y={48} tone={0.25} r={4} />
      <Dot x={38} y={34} tone={1} r={4} />
    </>
  ),
  retail: (
    <>
      <rect x={18} y={8} width={24} height={50} rx={3} fill="none" strokeWidth={1.6} />
      <rect x={18} y={8} width={24} height={17} rx={3} fill="currentColor" strokeWidth={1.6} />
      <path d="M48 17h12M56 13l4 4-4 4" fill="none" strokeWidth={1.6} />
      <Dot x={72} y={17} tone={1} r={6} />
    </>
  ),
};

/** A small drawing of what a type of bonus does; nothing for a type that is not known here. */
export function BonusDrawing({ type }: { type: string }) {
  const drawing = Object.hasOwn(DRAWINGS, type) ? DRAWINGS[type] : undefined;
  if (drawing === undefined) return null;
  return (
    <svg
      className={classes.drawing}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {drawing}
    </svg>
  );
}
