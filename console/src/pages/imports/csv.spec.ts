import { describe, expect, it } from '@jest/globals';
import { templateOf } from './csv';
import { checkText } from './file-check';
import { IMPORT_KINDS, kindOf } from './kinds';

describe('CSV files', () => {
  it.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
    'of the template for %s are of the kind',
    (_, kind) => {
      expect(checkText('template.csv', templateOf(kind), kind)).toEqual({ type: 'text/csv', unknown: [] });
      for (const example of kind.examples)
        for (const { name, isRequired } of kind.columns)
          if (isRequired === true) expect([name, example[name]]).toEqual([name, expect.stringMatching(/./)]);
    },
  );
});

describe('a first look at a file', () => {
  const volumes = kindOf('volumes')!;
  const HEADER = 'external_id,username,at,business_volume,points,cumulative_volume';
  const look = (text: string, name = 'volumes.csv') => checkText(name, text, volumes);

  it('finds the columns in any order, and says which are left out', () => {
    expect(look(`"points",at , note,${HEADER}\n1`)).toEqual({ type: 'text/csv', unknown: ['note'] });
  });

  it.each([
    ['an empty file', '', 'empty'],
    ['a file without a header', 's-1,maria,2025-11-20,40,38.5,40', 'Missing: external_id, username, at'],
    ['semicolons', HEADER.replaceAll(',', ';'), 'semicolons'],
    ['tabs', HEADER.replaceAll(',', '\t'), 'tabs'],
    ['a workbook', 'PK\u0003\u0004', 'workbook'],
  ])('refuses %s', (_, text, problem) => expect(look(text).problem).toContain(problem));

  it('knows NDJSON by its name or by its beginning', () => {
    expect(look('{"external_id":"s-1"}', 'export.txt')).toEqual({ type: 'application/x-ndjson', unknown: [] });
    expect(look('[{"external_id":"s-1"}]', 'export.json').problem).toContain('one object per line');
  });
});
