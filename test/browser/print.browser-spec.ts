import { writeFile, mkdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { until } from '../support/until.js';
import { inWords, useConsole } from './support/console.js';

/** A small sheet, so that a statement takes several. */
const SHEET = { width: '148mm', height: '105mm', printBackground: true } as const;

/** What is on the screen around a page, and not on paper. */
const AROUND = [
  'Commerce console',
  'Skip to the content',
  'Commission runs',
  'Earnings of',
  'Members of the run',
  'Print',
];

interface Line {
  source_username: string | null;
  amount: number;
}

describe('a printed statement', () => {
  const console = useConsole();

  /** The text of each sheet, with single spaces. */
  async function printed(page: Page): Promise<string[]> {
    const pdf = await page.pdf(SHEET);
    if (process.env.UPDATE_SCREENSHOTS !== undefined) {
      await mkdir('.cache/pictures', { recursive: true });
      await writeFile('.cache/pictures/statement.pdf', pdf);
    }
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: false });
    return text.map((sheet) => sheet.replace(/\s+/g, ' '));
  }

  it.each(['light', 'dark'] as const)(
    'has its content alone on each sheet, from a screen in %s',
    async (colorScheme) => {
      const { body } = await console.admin.get('/admin/api/commission-runs/?status=posted&limit=1');
      const { id, period } = body.data.results[0];
      const { body: users } = await console.admin.get('/admin/api/users/?search=helena');
      const { uid } = users.data.results[0];
      const explained = (await console.admin.get(`/admin/api/commission-runs/${id}/explain/?uid=${uid}`)).body.data;
      const page = await console.logIn(`/commission-runs/${id}/statements/${uid}`);
      await page.emulateMedia({ colorScheme });
      await page.getByRole('heading', { name: `helena: ${inWords(period)}` }).waitFor();
      await page.evaluate(`addEventListener('beforeprint', () => {
        window.printedIn = document.documentElement.dataset.mantineColorScheme;
      })`);
      const sheets = await printed(page);
      await until(async () => expect(await page.evaluate('window.printedIn')).toBe('light'));
      const after = await page.evaluate('document.documentElement.dataset.mantineColorScheme');
      expect(after).toBe(colorScheme);
      expect(sheets.length).toBeGreaterThan(3);
      for (const sheet of sheets) for (const text of AROUND) expect(sheet).not.toContain(text);
      const all = sheets.join(' ');
      expect(sheets[0]).toContain(`helena: ${inWords(period)}`);
      expect(sheets[0]).toContain(`$${explained.earned.toFixed(2)}`);
      for (const { sentence } of explained.bonuses as { sentence: string }[])
        expect(all).toContain(sentence.slice(0, 40));
      // Nothing is cut off: each line is there with its amount.
      for (const { bonus, lines } of explained.bonuses as { bonus: string; lines: Line[] }[])
        for (const { source_username: source, amount } of lines)
          expect([bonus, source, all.includes(`$${amount.toFixed(2)}`)]).toEqual([bonus, source, true]);
      await page.emulateMedia({ media: 'print', colorScheme });
      await until(async () =>
        expect(await page.evaluate('getComputedStyle(document.querySelector("main")).paddingTop')).toBe('0px'),
      );
    },
  );
});
