/** Whether each word of a text begins a word of a label: `app reg` finds “Register an application”. */
export function matches(label: string, text: string): boolean {
  const words = wordsOf(label);
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)));
}

/** The one who is meant by “put helena on hold” or “hold helena”; undefined if a text says nothing of a hold. */
export function heldIn(text: string): string | undefined {
  const [, put, hold] = /^put (.+) on hold$|^hold (.+)$/i.exec(text.trim()) ?? [];
  return put ?? hold;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s/-]+/)
    .filter((word) => word !== '');
}
