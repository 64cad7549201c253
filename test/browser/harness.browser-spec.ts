import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';

/** What is wrong stays so. */
const AT_ONCE = 0;

describe('what holds every page to its word', () => {
  const console = useConsole();

  async function logInForm(): Promise<Page> {
    const page = await console.open('/login');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    return page;
  }

  it('notices errors, what the policy forbids, requests to other hosts, and failures of the service', async () => {
    const page = await logInForm();
    await page.route('**/admin/api/session/', (route) => route.fulfill({ status: 500, body: '{}' }));
    for (const [script, problem] of [
      ["console.error('broken')", /^broken$/],
      ["setTimeout(() => { throw new Error('lost') })", /^uncaught: Error: lost/],
      ["void Promise.reject(new Error('unkept'))", /^uncaught: Error: unkept/],
      ["document.body.setAttribute('style', 'color: red')", /inline style[^]*Content Security Policy/],
      ["document.body.setAttribute('onclick', 'x()')", /event handler[^]*Content Security Policy/],
      ["new Image().src = 'http://127.0.0.1:9/p.png'", /^asked another host/],
      ["fetch('/admin/api/session/')", /status of 500/],
    ] as const) {
      await page.evaluate(`${script}; undefined`);
      await until(() => console.problems.found.some((text) => problem.test(text)));
    }
    console.problems.expect(/./);
  });

  it('notices what people cannot read or use', async () => {
    const page = await logInForm();
    await page.evaluate("document.querySelector('main').append(document.createElement('button'))");
    await expect(expectAccessible(page, AT_ONCE)).rejects.toThrow('button-name');
  });

  it('notices a field whose outline is too pale in the light, or in the dark', async () => {
    const page = await logInForm();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log in' }).focus();
    await page.evaluate('document.adoptedStyleSheets.push(new CSSStyleSheet())');
    for (const [scheme, color] of [
      ['light', '#ccc'],
      ['dark', '#444'],
    ]) {
      await page.evaluate(`document.adoptedStyleSheets[0].replaceSync(
        '[data-mantine-color-scheme=${scheme}] .mantine-Input-input { border-color: ${color} !important }')`);
      await expect(expectAccessible(page, AT_ONCE)).rejects.toThrow('autocomplete');
    }
  });

  it('notices what is too wide for a phone', async () => {
    const page = await logInForm();
    await expectFitsPhone(page);
    await page.evaluate("document.querySelector('form').style.width = '600px'");
    await expect(expectFitsPhone(page)).rejects.toThrow('<form');
  });
});
