import { describe, expect, it } from '@jest/globals';
import { directionOf, findLanguages, languageName, tagOf } from './languages';

const codes = (search: string): string[] => findLanguages(search).map(({ code }) => code);

describe('languages', () => {
  it('are found by their English name, their own name and their code', () => {
    expect(codes('german')).toEqual(['de']);
    expect(codes('Deutsch')).toEqual(['de']);
    expect(codes('العربية')).toEqual(['ar']);
    expect(codes('ja')).toContain('ja');
    expect(codes('').length).toBeGreaterThan(180);
  });

  it('are found by other codes as well, written as usual', () => {
    expect(codes('pt-br')[0]).toBe('pt-BR');
    expect(codes('zh_hans')[0]).toBe('zh-Hans');
    expect(codes('gsw')[0]).toBe('gsw');
    expect(codes('xyzw-')).toEqual([]);
    expect(codes('no such language')).toEqual([]);
  });

  it('have a name, a tag and a direction, whatever their code is', () => {
    expect([languageName('pt_BR'), tagOf('pt_BR')]).toEqual(['Brazilian Portuguese', 'pt-BR']);
    expect(languageName('qqq-1')).toBe('qqq-1');
    expect(['ar', 'he', 'fa', 'ur', 'az-Arab', 'en', 'sr_Latn', 'qqq-1'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'ltr',
    ]);
  });
});
