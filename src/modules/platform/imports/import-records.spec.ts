import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { type StreamedType, WORKBOOK } from '#common/http/streamed-body.js';
import { recordsOf } from './import-records.js';
import type { FileFormat } from './imports.rules.js';

const NUMBERS = ['points'];

async function read(
  file: string | Uint8Array,
  type: StreamedType = 'text/csv',
  format: FileFormat = {},
): Promise<object[]> {
  // In two pieces, as a file arrives.
  const bytes = Buffer.from(file as Uint8Array);
  const pieces = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
  const rows: object[] = [];
  for await (const row of recordsOf({ type, format }, arriving(pieces), NUMBERS)) rows.push(row);
  return rows;
}

async function* arriving(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

describe('a CSV file of a spreadsheet', () => {
  it.each([
    ['commas', 'username,points\nada,1.5\n'],
    ['semicolons', 'username;points\r\nada;1.5\r\n'],
    ['tabs', 'username\tpoints\rada\t1.5\r'],
    ['semicolons, and commas in quoted names', '"username";"points";"a,b,c,d"\nada;1.5;\n'],
  ])('may have %s between its columns', async (_what, file) => {
    expect(await read(file)).toEqual([{ line: expect.any(Number), record: { username: 'ada', points: 1.5 } }]);
  });

  it.each<[string, Buffer, FileFormat]>([
    ['UTF-8 with its mark', Buffer.from('\ufeffusername\nJürgen\n'), {}],
    ['UTF-16 with its mark', Buffer.from('\ufeffusername\r\nJürgen\r\n', 'utf16le'), {}],
    ['UTF-16, which is said', Buffer.from('username\nJürgen\n', 'utf16le'), { charset: 'utf-16le' }],
    ['Windows-1252, which is said', Buffer.from('username\nJürgen\n', 'latin1'), { charset: 'windows-1252' }],
  ])('may be in %s', async (_what, file, format) => {
    expect(await read(file, 'text/csv', format)).toMatchObject([{ record: { username: 'Jürgen' } }]);
  });

  it('may have numbers with a comma, if that is said', async () => {
    const format = { decimalComma: true };
    expect(await read('points\n"38,5"\n-7\n1.5\n', 'text/csv', format)).toMatchObject([
      { record: { points: 38.5 } },
      { record: { points: -7 } },
      { record: { points: '1.5' } },
    ]);
  });

  it('may have other names for its columns', async () => {
    const format = { columns: { 'Log-in': 'username' } };
    expect(await read('Log-in,points\nada,1\n', 'text/csv', format)).toMatchObject([
      { record: { username: 'ada', points: 1 } },
    ]);
    expect(await read('Log-in,username\nada,ben\n', 'text/csv', format)).toMatchObject([
      { line: 1, errors: { detail: [{ message: expect.stringContaining('two columns have the name username') }] } },
    ]);
  });
});

describe('a workbook', () => {
  const text = (content: string): string => ` t="inlineStr"><is><t>${content}</t></is>`;
  const number = (value: string, style = ''): string => `${style}><v>${value}</v>`;
  const rows = (...all: string[][]): string =>
    all
      .map((cells, index) => {
        const written = cells.map((cell, at) => `<c r="${'ABC'[at]}${index + 1}"${cell}</c>`);
        return `<row r="${index + 1}">${written.join('')}</row>`;
      })
      .join('');

  function workbook(sheet: string, others: Record<string, Uint8Array> = {}): Uint8Array {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    return zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/styles.xml': strToU8(
        `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`),
      ...others,
    });
  }

  it('is read by its first sheet: texts, numbers as they are written, dates as such', async () => {
    const head = [text('Log-in'), text('points'), text('enrolled_at')];
    const ada = [text('ada'), number('38.5'), number('45306', ' s="1"')];
    const file = workbook(rows(head, ada, [], [text('ben'), number('7')]));
    expect(await read(file, WORKBOOK, { columns: { 'Log-in': 'username' } })).toEqual([
      { line: 2, record: { username: 'ada', points: 38.5, enrolled_at: '2024-01-15' } },
      { line: 4, record: { username: 'ben', points: 7 } },
    ]);
  });

  it('that would unpack to more than can be read as a whole is refused', async () => {
    const archive = Buffer.from(zipSync({ 'xl/media/a.bin': new Uint8Array(1_000_000) }));
    // What stands before the directory of an archive is its parts, here 270 times the same.
    const part = archive.subarray(0, archive.indexOf('PK\u0001\u0002', 0, 'latin1'));
    const bomb = Buffer.concat([...Array<Buffer>(270).fill(part), workbook(rows([text('username')]))]);
    const [refused] = await read(bomb, WORKBOOK);
    expect(refused).toMatchObject({ line: 1, errors: { detail: [{ message: expect.stringContaining('too large') }] } });
  });

  it('that is none is refused', async () => {
    const [refused] = await read('username\nada\n', WORKBOOK);
    expect(refused).toMatchObject({
      line: 1,
      errors: { detail: [{ message: expect.stringContaining('not a workbook') }] },
    });
  });
});
