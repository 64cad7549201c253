import { useState } from 'react';
import type { Json } from '../document/paths';

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)$/;

/** What a field shows of a value. */
export function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What is typed as a value: a number; nothing; or the text itself, which the service refuses with a reason. */
export function valueOf(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return NUMBER.test(typed) ? Number(typed) : typed;
}

/** The text of a field of a number: what is typed stays as it is, such as `1.` on the way to `1.5`. */
export function useNumberText(
  value: Json | undefined,
  onChange: (value: number | string | undefined) => void,
): { text: string; type: (text: string) => void } {
  const [text, setText] = useState(textOf(value));
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (valueOf(text) !== value) setText(textOf(value));
  }
  const type = (next: string): void => {
    setText(next);
    onChange(valueOf(next));
  };
  return { text, type };
}
