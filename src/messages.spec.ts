import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES } from '#common/errors/error-codes.js';
import { defineMessages, type Message, problemOf, translated } from '#common/errors/problems.js';
import { MESSAGES } from './messages.js';

const ALL = Object.values(MESSAGES).flatMap((part) => Object.entries<Message>(part));

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
/** The text with a number for each placeholder, which all of them may stand for. */
const filled = (text: string): string => text.replace(/\{\w+\}/g, '7');

describe('the table of messages', () => {
  it('has each code once, of lower-case words', () => {
    const codes = ALL.map(([code]) => code);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at || !/^[a-z][a-z0-9_]*$/.test(code))).toEqual([]);
  });

  it('has no code that is the name of another error', () => {
    const wrong = ALL.filter(([code, { of }]) => code.toUpperCase() in ERROR_CODES && of !== code.toUpperCase());
    expect(wrong).toEqual([]);
  });

  it.each(ALL)('knows %s by its text', (code, { en }) => {
    expect(problemOf(filled(en))?.code).toBe(code);
  });

  it('has the same placeholders in all languages, each once', () => {
    const wrong = ALL.filter(([, { en, de }]) => {
      const names = namesIn(en);
      return new Set(names).size !== names.length || names.join() !== [...new Set(namesIn(de))].join();
    });
    expect(wrong).toEqual([]);
  });

  it('has the default message of each error', () => {
    const unknown = Object.values(ERROR_CODES).filter(({ message }) => problemOf(message) === undefined);
    expect(unknown).toEqual([]);
  });
});

describe('problemOf', () => {
  it('has numbers for numbers, and texts for texts', () => {
    expect(problemOf('must be at most 200 characters')).toEqual({ code: 'too_long', params: { max: 200 } });
    expect(problemOf('product 4711 is not available')).toEqual({ code: 'not_available', params: { sku: '4711' } });
  });

  it('has the code of a message within a message, and its values', () => {
    expect(problemOf('entry 3 must be at most 20 characters')).toEqual({
      code: 'wrong_entry',
      params: { entry: 3, problem: 'too_long', max: 20 },
    });
  });

  it('does not know what is not in the table', () => {
    expect(problemOf('must be green')).toBeUndefined();
    expect(problemOf(`${'product '.repeat(600)} not found`)).toBeUndefined();
  });
});

describe('translated', () => {
  it('has the values in their places, and messages within messages', () => {
    expect(translated('entry 3 must be at most 20 characters', 'de')).toBe(
      'Eintrag 3: darf höchstens 20 Zeichen haben',
    );
    expect(translated('approval 7 has lapsed: nobody decided in time', 'de')).toBe(
      'Freigabe 7 ist verfallen: niemand hat rechtzeitig entschieden',
    );
    expect(translated('carries more than 9 of business volume in all', 'de')).toBe(
      'bringt insgesamt mehr als 9 Geschäftsvolumen',
    );
    expect(translated('must be green', 'de')).toBeUndefined();
  });
});

describe('defineMessages', () => {
  it('adds messages of extensions, but no code or text twice', () => {
    defineMessages({ one_kit_only: { en: 'one kit is enough', de: 'ein Paket genügt', of: 'CONFLICT' } });
    expect(problemOf('one kit is enough')?.code).toBe('one_kit_only');
    expect(() => defineMessages({ required: { en: 'is needed', de: 'wird gebraucht' } })).toThrow(
      'the message required is there already: “is required”',
    );
    expect(() => defineMessages({ needed: { en: 'is required', de: 'wird gebraucht' } })).toThrow(
      'the message needed has the text of required: “is required”',
    );
  });
});
