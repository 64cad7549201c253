import { describe, expect, it } from '@jest/globals';
import { isValidElement, type ReactNode } from 'react';
import { rich } from './rich';
import { addWords, plural, t, within } from './t';

/** What a node shows. */
function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}

describe('words without a catalogue', () => {
  it('are English, with values as they are', () => {
    expect(t('Paid to {{name}}', { name: '<b>{{x}}</b> & Co' })).toBe('Paid to <b>{{x}}</b> & Co');
    expect(t('Line {{id}}: as {a} text', { id: 12345 })).toBe('Line 12345: as {a} text');
    expect(t('Left', { context: 'remaining' })).toBe('Left');
    expect(within('Sponsor tree')).toBe('sponsor tree');
  });

  it('follow a number, which is written as numbers are', () => {
    const pieces = (count: number): string =>
      plural(count, '{{count}} piece of {{of}}', '{{count}} pieces of {{of}}', { of: 'tea' });
    expect([0, 1, 1200].map(pieces)).toEqual(['0 pieces of tea', '1 piece of tea', '1,200 pieces of tea']);
  });

  it('stay English when an extension adds words of other languages', () => {
    addWords({ de: { Points: 'Punkte' } });
    expect(t('Points')).toBe('Points');
  });
});

describe('words with elements inside', () => {
  it('have them where the text says, and read nothing that users wrote as a tag', () => {
    const node = rich('Paid <when/> to <link>{{name}}</link>, not {{other}}.', {
      when: 'today',
      link: (words) => ['[', words, ']'],
      name: '<when/>',
      other: null,
    });
    expect(textOf(node)).toBe('Paid today to [<when/>], not .');
  });
});
