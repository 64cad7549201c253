import { useCallback, useEffect, useState, type RefObject } from 'react';

/** A part of a drawing, in its own pixels. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels around what is visible that are drawn as well, and steps in which the window moves. */
const AROUND = 400;
const STEP = 200;

const NOTHING: Window = { left: 0, top: 0, right: 1_600, bottom: 1_600 };

/**
 * Which part of a drawing is within the window of the browser, and of the box that it scrolls in.
 * @param frame what clips it
 * @param zoom of the drawing
 */
export function useVisible(
  frame: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLElement | null>,
  zoom: number,
): Window {
  const [visible, setVisible] = useState(NOTHING);
  const measure = useCallback(() => {
    if (frame.current === null || canvas.current === null) return;
    const [clip, drawn] = [frame.current.getBoundingClientRect(), canvas.current.getBoundingClientRect()];
    const down = (pixels: number): number => Math.floor((pixels / zoom - AROUND) / STEP) * STEP;
    const up = (pixels: number): number => Math.ceil((pixels / zoom + AROUND) / STEP) * STEP;
    const next = {
      left: down(Math.max(clip.left, 0) - drawn.left),
      top: down(Math.max(clip.top, 0) - drawn.top),
      right: up(Math.min(clip.right, window.innerWidth) - drawn.left),
      bottom: up(Math.min(clip.bottom, window.innerHeight) - drawn.top),
    };
    setVisible((now) =>
      Object.keys(next).every((side) => now[side as keyof Window] === next[side as keyof Window]) ? now : next,
    );
  }, [frame, canvas, zoom]);
  useEffect(() => {
    let asked = 0;
    const later = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(measure);
    };
    later();
    // Whatever scrolls, also a box around.
    window.addEventListener('scroll', later, { capture: true, passive: true });
    window.addEventListener('resize', later);
    // Rows that come move the drawing, though nobody scrolls.
    const sizes = new ResizeObserver(later);
    for (const { current } of [frame, canvas]) if (current !== null) sizes.observe(current);
    return () => {
      cancelAnimationFrame(asked);
      sizes.disconnect();
      window.removeEventListener('scroll', later, { capture: true });
      window.removeEventListener('resize', later);
    };
  }, [measure, frame, canvas]);
  return visible;
}
