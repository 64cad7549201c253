import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectFitsPhone, settled, useColors } from './accessible.js';

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

/**
 * Checks that what a page shows is accessible and fits a phone, and takes its pictures.
 * @param name of the pictures; without it, none are taken
 * @param toward see {@link screenshot}
 */
export async function looksRight(page: Page, name?: string, toward?: Locator): Promise<void> {
  await expectAccessible(page);
  await expectFitsPhone(page);
  if (name !== undefined) await screenshot(page, name, toward);
}

/** Keeps what a page showed when its test failed in `.cache/browser/`. @returns what can be read there */
export async function lastSight(page: Page, title: string): Promise<string> {
  const path = join(ROOT, '.cache/browser', `${title.replace(/[^a-z0-9]+/gi, '-').slice(0, 120)}.png`);
  await page.screenshot({ path });
  const text = await page.locator('body').innerText();
  return `At the end ${page.url()} showed (${path}): ${text.replace(/\s+/g, ' ')}`;
}

/**
 * Puts pictures of phones that {@link screenshot} has taken side by side. Does nothing unless UPDATE_SCREENSHOTS is set.
 * @param names of the files, without their ending
 * @param file where it is kept, as WebP
 * @param page any page of the browser
 */
export async function collage(names: readonly string[], file: string, page: Page): Promise<void> {
  if (process.env.UPDATE_SCREENSHOTS === undefined) return;
  const images = await Promise.all(names.map((name) => readFile(join(ROOT, PICTURES, `${name}.png`), 'base64')));
  const beside = await page.context().newPage();
  await beside.setViewportSize({ width: 1290, height: 900 });
  const style =
    'margin:0;display:flex;justify-content:center;gap:30px;padding:28px 0;background:linear-gradient(120deg,#dfe7d6,#f8e2d9)';
  const shown = images.map((image) => {
    const look = 'width:390px;border-radius:28px;box-shadow:0 10px 30px #1d262233';
    return `<img style="${look}" src="data:image/png;base64,${image}">`;
  });
  await beside.setContent(`<body style="${style}">${shown.join('')}`, { waitUntil: 'load' });
  const session = await beside.context().newCDPSession(beside);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(join(ROOT, file), Buffer.from(data, 'base64'));
  await beside.close();
}
