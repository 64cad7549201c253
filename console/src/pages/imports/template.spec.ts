import { describe, expect, it } from '@jest/globals';
import { templateOf } from './template';
import { checkText, guessMapping, missingFields } from './file-check';
import { IMPORT_KINDS, kindOf } from './kinds';

describe('CSV files', () => {
  it.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
    'of the template for %s are of the kind',
    (_, kind) => {
      const { header, problem } = checkText('template.csv', templateOf(kind));
      expect([problem, missingFields(guessMapping(header, kind), kind)]).toEqual([undefined, []]);
      // Further rows of a bundle leave its texts and volumes to the first one.
      for (const example of kind.name === 'bundles' ? kind.examples.slice(0, 1) : kind.examples)
        for (const { name, isRequired } of kind.columns)
          if (isRequired === true) expect([name, example[name]]).toEqual([name, expect.stringMatching(/./)]);
    },
  );
});

describe('a first look at a file', () => {
  it.each([
    [
      '"points",at , note\n1',
      { description: 'CSV with commas', header: ['points', 'at', 'note'], decimalComma: false },
    ],
    ['a;"b;c";d\n1;2;38,5', { description: 'CSV with semicolons', header: ['a', 'b;c', 'd'], decimalComma: true }],
    ['a\tb\r\n1\t2', { description: 'CSV with tabs', header: ['a', 'b'], decimalComma: false }],
  ])('tells how %j is written', (text, found) => {
    expect(checkText('a.csv', text)).toEqual({ type: 'text/csv', ...found });
  });

  it.each([
    ['username,enrolled_at\nada,03/04/2026', '03/04/2026'],
    ['username;enrolled_at\nada;"3.4.2026 09:30"', '3.4.2026'],
    ['username;enrolled_at\nada;31.03.2026', '31.03.2026'],
    ['username,enrolled_at\nada,03/31/2026', '03/31/2026'],
    ['username,enrolled_at,phone\nada,2026-04-03,12/34/5678901', undefined],
    ['username,phone\nada,12-34-1978', undefined],
    ['username,phone\nada,12-12-5678', undefined],
  ])('finds the date in %j that is written another way', (text, date) => {
    expect(checkText('a.csv', text).otherDate).toBe(date);
  });

  it('refuses an empty file', () => {
    expect(checkText('a.csv', '').problem).toContain('empty');
  });

  it('knows NDJSON by its name or by its beginning', () => {
    expect(checkText('export.txt', '{"external_id":"s-1"}')).toMatchObject({
      type: 'application/x-ndjson',
      header: [],
    });
    expect(checkText('export.json', '[{"external_id":"s-1"}]').problem).toContain('one object per line');
  });
});

describe('the columns of a file', () => {
  const members = kindOf('members')!;

  it('are known by their names and by what other systems call them, each field once', () => {
    const header = ['Login', 'E-Mail', 'username', 'Join Date', 'Note'];
    const mapping = guessMapping(header, members);
    expect(mapping).toEqual({
      Login: null,
      'E-Mail': 'email',
      username: 'username',
      'Join Date': 'enrolled_at',
      Note: null,
    });
    expect(missingFields(mapping, members)).toEqual(['kind']);
  });
});
