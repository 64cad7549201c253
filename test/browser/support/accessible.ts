import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.js';
import { paleFields } from './outlines.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is under an open dialog cannot be reached: it is looked at while no dialog is open. */
const INNERMOST = "[...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1) ?? document";

/** How many frames a page may take to follow a new width. */
const FRAMES_TO_FOLLOW = 120;

const SETTLED_WITHIN_MS = 20_000;

/** The window of a phone. */
export const PHONE = { width: 390, height: 844 };

/**
 * Checks what the page shows against WCAG 2.2 AA, in light and in dark colours. Fails on what is serious or critical, and on
 * fields that are too pale to be seen.
 * @param withinMs for how long what is wrong may go away
 */
export async function expectAccessible(page: Page, withinMs = SETTLED_WITHIN_MS): Promise<void> {
  // Playwright's evaluation is not subject to the page's policy, as an injected script would be.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(await source());
  // What fades, or is still loading, may be too pale for a moment: only what stays so is wrong.
  await until(async () => {
    const light = await violations(page, { runOnly: TAGS });
    const paleInLight = await paleFields(page);
    await useColors(page, 'dark');
    const dark = await violations(page, { runOnly: ['color-contrast'] });
    const paleInDark = await paleFields(page);
    await useColors(page, 'light');
    expect({ light, dark, paleInLight, paleInDark }).toEqual({ light: [], dark: [], paleInLight: [], paleInDark: [] });
  }, withinMs);
}

/**
 * Fails when the page is wider than a phone, or when a notice, which hides what does not fit, cuts its text off, and names
 * what is too wide. The window has its former size afterwards.
 */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize(PHONE);
  await settled(page);
  // Its frame narrows by a transition, and some parts only once React has seen the new width.
  const found = await page.evaluate<{ tooWide: string[]; cutOff: string[] }>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const cutOff = () => [...document.querySelectorAll('.mantine-Alert-root, .mantine-Alert-message')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1);
    const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth;
    const fits = () => !isTooWide() && cutOff().length === 0;
    for (let frames = 0; frames < ${FRAMES_TO_FOLLOW} && !fits(); frames += 1) await frame();
    const tooWide = !isTooWide() ? [] :
      [...document.body.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120))
        .slice(0, 5);
    return { tooWide, cutOff: cutOff().map((element) => element.textContent.slice(0, 120)) };
  })()`);
  await page.setViewportSize(before);
  expect(found).toEqual({ tooWide: [], cutOff: [] });
}

/** Makes the system's colours dark or light, and waits until the page follows. */
export async function useColors(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The console's frame follows by a script, the API reference by its style alone.
  if ((await page.locator('html[data-mantine-color-scheme]').count()) === 0) return;
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
}

/**
 * Waits until what has changed is on the screen: two frames, and what fades in them, as some parts of the library also do for
 * who prefers reduced motion. What is being loaded, a test waits for itself.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running');
    await Promise.all(fading.map((one) => one.finished.catch(() => undefined)));
  })()`);
}

async function violations(page: Page, { runOnly }: { runOnly: string[] }): Promise<string[]> {
  await settled(page);
  // Of what a page loads, the rules look at sounds and films alone.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } });
  const found = await page.evaluate<Result[]>(
    `window.axe.run(${INNERMOST}, ${options}).then(({ violations }) => violations)`,
  );
  const grave = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${impact} ${id}: ${help}: ${html.slice(0, 200)} (${failureSummary.replace(/\s+/g, ' ').slice(0, 300)})`,
    ),
  );
}

let axe: Promise<string> | undefined;

function source(): Promise<string> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
}
