import { pathText, stepsOf } from '../document/paths';

/** The paths above a path, the nearest first, beginning with itself. */
export function upward(path: string): string[] {
  const steps = stepsOf(path);
  return steps.map((_, index) => pathText(steps.slice(0, steps.length - index)));
}

/** Brings the field of a path into sight and gives it the focus; else that of the nearest part around it that has one. */
export function goToField(path: string): void {
  for (const place of upward(path)) {
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(place)}"]`);
    if (field === null) continue;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
    return;
  }
}
