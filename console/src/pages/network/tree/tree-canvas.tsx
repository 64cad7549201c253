import { ActionIcon, Box as Area, Group } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useRef, useState, useEffect, type RefObject } from 'react';
import { TREES } from '../labels';
import { CARD, chartOf, LINE, listOf, type Box } from './layout';
import { Node } from './node';
import classes from './tree.module.css';
import type { WalkedTree } from './use-tree';
import { useVisible, type Window } from './use-visible';
import { t } from '#console/i18n/t';

const ZOOMS = [0.5, 0.7, 0.85, 1, 1.2, 1.5];
const NORMAL = ZOOMS.indexOf(1);

/** A tree as a chart, with a column for each level. Only what is in sight is drawn. */
export function TreeChart({ walked }: { walked: WalkedTree }) {
  const [size, setSize] = useState(NORMAL);
  const zoom = ZOOMS[size]!;
  const canvas = useRef<HTMLDivElement>(null);
  const { box, rows, at } = walked;
  const visible = useVisible(box, canvas, zoom);
  usePan(box);
  const { boxes, trunks, width, height } = chartOf(rows);
  const shown = boxes.filter(
    ({ row, x, y }) => row.key === at.key || isVisible(visible, x, y, CARD.width, CARD.height),
  );
  const stub = (CARD.step - CARD.width) / 2;
  return (
    <div>
      <Group gap={4} mb="xs" justify="flex-end" role="group" aria-label={t('Size of the chart')}>
        <ActionIcon
          variant="default"
          aria-label={t('Smaller')}
          disabled={size === 0}
          onClick={() => setSize((now) => Math.max(0, now - 1))}
        >
          <IconZoomOut size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('Larger')}
          disabled={size === ZOOMS.length - 1}
          onClick={() => setSize((now) => Math.min(ZOOMS.length - 1, now + 1))}
        >
          <IconZoomIn size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <div ref={box} className={classes.frame}>
        <div style={{ width: width * zoom, height: height * zoom }}>
          <div
            ref={canvas}
            role="tree"
            aria-label={TREES[walked.tree]}
            onKeyDown={walked.onKeyDown}
            className={classes.canvas}
            style={{ width, height, transform: `scale(${zoom})` }}
          >
            {trunks
              .filter(({ x, from, to }) => isVisible(visible, x, from, 1, to - from))
              .map(({ x, from, to }) => (
                <span
                  key={`${x} ${from}`}
                  className={classes.trunk}
                  style={{ left: x, top: from, height: to - from + 1 }}
                />
              ))}
            {shown.map(({ row, x, y }) => (
              <Stubs key={row.key} row={row} x={x} middle={y + CARD.height / 2} length={stub} />
            ))}
            {shown.map(({ row, x, y }) => (
              <Node
                key={row.key}
                walked={walked}
                row={row}
                style={{ left: x, top: y, width: CARD.width, height: CARD.height }}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The lines on both sides of a card. */
function Stubs({ row, x, middle, length }: Pick<Box, 'row' | 'x'> & { middle: number; length: number }) {
  return (
    <>
      {row.parent !== undefined && (
        <span className={classes.stub} style={{ left: x - length, top: middle, width: length }} />
      )}
      {row.type === 'member' && row.isOpen === true && (
        <span className={classes.stub} style={{ left: x + CARD.width, top: middle, width: length }} />
      )}
    </>
  );
}

/** A tree as a list, indented by level: what a narrow screen shows. Only what is in sight is drawn. */
export function TreeList({ walked }: { walked: WalkedTree }) {
  const { box, rows, at } = walked;
  const canvas = useRef<HTMLDivElement>(null);
  const visible = useVisible(box, canvas, 1);
  const { boxes, height } = listOf(rows);
  return (
    <div ref={box}>
      <Area
        ref={canvas}
        role="tree"
        aria-label={TREES[walked.tree]}
        onKeyDown={walked.onKeyDown}
        className={classes.canvas}
        h={height}
      >
        {boxes
          .filter(({ row, y }) => row.key === at.key || (y < visible.bottom && y + LINE.height > visible.top))
          .map(({ row, x, y }) => (
            <Node
              key={row.key}
              walked={walked}
              row={row}
              style={{ left: x, top: y, width: `calc(100% - ${x}px)`, height: LINE.height - 6 }}
            />
          ))}
      </Area>
    </div>
  );
}

function isVisible({ left, top, right, bottom }: Window, x: number, y: number, width: number, height: number): boolean {
  return x < right && x + width > left && y < bottom && y + height > top;
}

/** Lets a mouse drag what is in a box by its background. The wheel and the keys do the same. */
function usePan(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    let from: { x: number; y: number } | undefined;
    const begin = (event: PointerEvent): void => {
      const isBackground = (event.target as Element).closest('[role="treeitem"]') === null;
      if (event.pointerType === 'mouse' && event.button === 0 && isBackground) from = event;
    };
    const drag = (event: PointerEvent): void => {
      if (from === undefined) return;
      box.scrollBy(from.x - event.x, from.y - event.y);
      from = event;
    };
    const end = (): void => (from = undefined);
    box.addEventListener('pointerdown', begin);
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', end);
    return () => {
      box.removeEventListener('pointerdown', begin);
      window.removeEventListener('pointermove', drag);
      window.removeEventListener('pointerup', end);
    };
  }, [frame]);
}
