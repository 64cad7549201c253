import classes from './form.module.css';

/** Each is in the folder of its type, whose name it has: `fast-start.svg` is of `fast_start`. */
const FILES = import.meta.glob<string>('../../../../../packages/commission-engine/src/bonuses/*/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const DRAWINGS = new Map(
  Object.entries(FILES).map(([path, drawing]) => [
    path.replace(/^.*\/|\.svg$/g, '').replaceAll('-', '_'),
    { __html: drawing },
  ]),
);

/** A small drawing of what a type of bonus does; nothing for a type of an extension. */
export function BonusDrawing({ type }: { type: string }) {
  const drawing = DRAWINGS.get(type);
  // What is set is a file of this repository.
  return drawing && <span className={classes.drawing} aria-hidden dangerouslySetInnerHTML={drawing} />;
}
