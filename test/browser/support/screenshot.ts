import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { settled, useColors } from './accessible.js';

const ROOT = join(import.meta.dirname, '../../..');

const PICTURES = '.cache/pictures';

const VARIANTS = [
  { name: 'light', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' },
] as const;

/** Points in time as pictures show them: they would differ from run to run. */
const FIXED_TIMES = `
  for (const element of document.querySelectorAll('time')) {
    const text = element.firstChild;
    if (!text) continue;
    if (/[0-9]{4}/.test(text.data)) text.data = 'Mar 12, 2026, 9:30 AM';
    else text.data = text.data.startsWith('in ') ? 'in 1 hour' : '5 minutes ago';
  }`;

/** Messages come and go. */
const showMessages = (visibility: 'hidden' | 'visible'): string =>
  `document.querySelectorAll('.mantine-Notification-root').forEach(({ style }) => { style.visibility = '${visibility}'; })`;

/**
 * Takes pictures of a page into `.cache/pictures/`: light, dark, and on a phone. Those that are kept in
 * `docs/console/`, for the pages that show them, are renewed there. Does nothing unless UPDATE_SCREENSHOTS is set.
 * @param name of the page: `application-edit`
 * @param toward what has to be in the picture, further down the page
 */
export async function screenshot(page: Page, name: string, toward?: Locator): Promise<void> {
  if (process.env.UPDATE_SCREENSHOTS === undefined) return;
  await mkdir(join(ROOT, PICTURES), { recursive: true });
  const before = page.viewportSize()!;
  await page.evaluate(showMessages('hidden'));
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  for (const { name: variant, width, height, colorScheme } of VARIANTS) {
    await page.setViewportSize({ width, height });
    await useColors(page, colorScheme);
    await toward?.scrollIntoViewIfNeeded();
    await settled(page);
    await page.evaluate(FIXED_TIMES);
    const file = `${name}-${variant}.png`;
    await page.screenshot({ path: join(ROOT, PICTURES, file), animations: 'disabled', caret: 'hide' });
    if (existsSync(join(ROOT, 'docs/console', file))) {
      await copyFile(join(ROOT, PICTURES, file), join(ROOT, 'docs/console', file));
    }
  }
  await page.evaluate(showMessages('visible'));
  await page.setViewportSize(before);
  await useColors(page, 'light');
}

/** With BROWSER_SHOTS, keeps what a page showed when its test ended in `.cache/browser/`, to see why it failed. */
export async function keepLastSight(page: Page, title: string): Promise<void> {
  if (process.env.BROWSER_SHOTS === undefined) return;
  const name = title.replace(/[^a-z0-9]+/gi, '-').slice(0, 120);
  await page.screenshot({ path: join(ROOT, '.cache/browser', `${name}.png`) });
}
