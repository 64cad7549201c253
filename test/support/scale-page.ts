import { readFileSync } from 'node:fs';

/** The rows of the table between two marks of docs/scale.md, cell by cell, without its head. */
export function tableOfScalePage(mark: string): string[][] {
  const page = readFileSync('docs/scale.md', 'utf8');
  const table = page.split(`<!-- ${mark} -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? '';
  const lines = table.trim().split('\n').slice(2);
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
