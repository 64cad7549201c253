import { useEffect, type RefObject } from 'react';

/** Lets a mouse drag what is in a box by its background. The wheel and the keys do the same. */
export function usePan(frame: RefObject<HTMLElement | null>): void {
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
