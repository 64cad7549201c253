import type { ImportKind } from './kinds';

/** What a first look at a file tells. */
export interface FileCheck {
  /** The media type that it is sent as. */
  type: 'text/csv' | 'application/x-ndjson';
  /** Why the service would refuse all of it. */
  problem?: string;
  /** Unknown columns, which are ignored. */
  unknown: readonly string[];
}

/** Bytes that are looked at. */
const LOOKED_AT = 65_536;

/** Looks at the beginning of a file: whether it is one of the kind, before it is sent. */
export async function checkFile(file: File, kind: ImportKind): Promise<FileCheck> {
  const text = (await file.slice(0, LOOKED_AT).text()).replace(/^\uFEFF/, '');
  return checkText(file.name, text, kind);
}

/**
 * What the beginning of a file tells.
 * @param name of the file
 */
export function checkText(name: string, text: string, kind: ImportKind): FileCheck {
  const isJson = /\.(ndjson|jsonl|json)$/i.test(name) || (!/\.csv$/i.test(name) && text.trimStart().startsWith('{'));
  if (isJson) return { type: 'application/x-ndjson', unknown: [], ...problemOf(jsonProblem(text)) };
  const header = text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  const names = header.split(',').map((one) => one.trim().replace(/^"(.*)"$/, '$1'));
  const known = kind.columns.map((column) => column.name);
  const unknown = names.filter((one) => one !== '' && !known.includes(one));
  return { type: 'text/csv', unknown, ...problemOf(headerProblem(header, names, kind)) };
}

function problemOf(problem: string | undefined): { problem?: string } {
  return problem === undefined ? {} : { problem };
}

function jsonProblem(text: string): string | undefined {
  if (text.trim() === '') return 'The file is empty.';
  if (text.trimStart().startsWith('['))
    return 'This is one JSON array. NDJSON has one object per line, without commas between them.';
  return undefined;
}

function headerProblem(header: string, names: readonly string[], { columns }: ImportKind): string | undefined {
  if (header.trim() === '') return 'The file is empty.';
  if (header.startsWith('PK')) return 'This is a workbook. Save it as CSV in the spreadsheet, and choose that file.';
  const missing = columns.filter(({ name, isRequired }) => isRequired === true && !names.includes(name));
  if (missing.length === 0) return undefined;
  const separator = [';', '\t'].find((one) => header.split(one).length > 2 && !header.includes(','));
  if (separator !== undefined)
    return `Its columns are separated by ${separator === ';' ? 'semicolons' : 'tabs'}. Save it as CSV with commas.`;
  return `Its first line must name the columns. Missing: ${missing.map(({ name }) => name).join(', ')}.`;
}
