import { describe, expect, it } from '@jest/globals';
import { defineExplanations, explainedIn, inGerman } from './sentences.rules.js';
import { OF_BONUSES } from './bonuses.texts.js';
import { OF_RUNS } from './runs.texts.js';

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('sentences of explanations in German', () => {
  it('have the placeholders of the English ones', () => {
    for (const [english, german] of Object.entries({ ...OF_BONUSES, ...OF_RUNS }))
      expect([english, placeholders(german)]).toEqual([english, placeholders(english)]);
  });

  it.each([
    ['$1,234.50 in 12 lines.', '1.234,50\u00a0$ in 12 Zeilen.'],
    ['-CHF\u00a01,234.50 in 1 line.', '-1.234,50\u00a0CHF in 1 Zeile.'],
    ['A member gets at most ¥50,000 for a period.', 'Ein Mitglied bekommt für einen Zeitraum höchstens 50.000\u00a0¥.'],
    [
      '$157.02: $51.69 by levels, $100.00 by fast start and $5.33 by caps.',
      '157,02\u00a0$: 51,69\u00a0$ durch levels, 100,00\u00a0$ durch Schnellstart und 5,33\u00a0$ durch Obergrenzen.',
    ],
    [
      'A higher rank has more on levels 1, 2: 12.5 %, 5 %.',
      'Ein höherer Rang bekommt auf den Ebenen 1, 2 mehr: 12,5 %, 5 %.',
    ],
    [
      'Not reached: Personal volume of at least 1,000: it was 50; 950 is missing. At least 2 legs (somebody directly below, with all under them) in which somebody has the rank Silver or higher: there were 1; 1 leg more needed.',
      'Nicht erreicht: Persönliches Volumen von mindestens 1.000: es war 50; es fehlen 950. Mindestens 2 Beine (jemand direkt darunter mit allen unter ihm) mit jemandem im Rang Silver oder höher: vorhanden 1; noch erforderlich 1 Bein.',
    ],
    [
      'The order was paid on 8 March 2026, before this period: it counts in the period of that day.',
      'Die Bestellung wurde am 8. März 2026 bezahlt, vor diesem Zeitraum: sie zählt im Zeitraum dieses Tages.',
    ],
    [
      '$12.40 more than in March 2026: $80.00 more by levels, $64.30 less by fast start and $3.30 more taken back.',
      '12,40\u00a0$ mehr als im März 2026: 80,00\u00a0$ mehr durch levels, 64,30\u00a0$ weniger durch Schnellstart und 3,30\u00a0$ mehr zurückgebucht.',
    ],
    [
      '$5.00 is taken back by 3 lines of October 2026 and September 2026: purchases were returned later.',
      '5,00\u00a0$ werden durch 3 Zeilen aus Oktober 2026 und September 2026 zurückgebucht: Käufe wurden später zurückgegeben.',
    ],
    ['As much as in 2026-W47.', 'So viel wie im Zeitraum 2026-W47.'],
    ['Loyalty tier: gold, since 1 October 2026.', 'Loyalty tier: gold, seit 1. Oktober 2026.'],
    ['Extra percent: 2.5, as nothing was put in.', 'Extra percent: 2,5, da nichts eingegeben wurde.'],
  ])('say “%s”', (english, german) => {
    expect(inGerman(english)).toBe(german);
  });

  it('are left as they are where the table does not have one of them, until an extension adds it', () => {
    const view = {
      uid: 5,
      sentence: '5 stars for gold. The plan has no upper limits.',
      bonuses: [{ rule: 'Active.' }],
    };
    const german = { uid: 5, sentence: view.sentence, bonuses: [{ rule: 'Aktiv.' }] };
    expect(explainedIn(view, ['en', 'de'])).toEqual(view);
    expect(explainedIn(view, ['de', 'en'])).toEqual(german);
    defineExplanations({ '{n} stars for {w}.': '{n} Sterne für {w}.' });
    expect(explainedIn(view, ['de'])).toEqual({
      ...german,
      sentence: '5 Sterne für gold. Der Plan hat keine Obergrenzen.',
    });
  });

  it('take no time for a long text that is none of them', () => {
    expect(inGerman('Level 1: '.repeat(400))).toBeUndefined();
  });
});
