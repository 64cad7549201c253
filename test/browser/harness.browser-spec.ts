import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';

describe('what holds every page to its word', () => {
  const console = useConsole();

  it.each([
    ['an error in the console', "console.error('broken')", /^broken$/],
    ['an error that nobody catches', "setTimeout(() => { throw new Error('lost') })", /^uncaught: Error: lost/],
    ['a promise that nobody catches', "void Promise.reject(new Error('lost'))", /^uncaught: Error: lost/],
    ['an inline style', "document.body.setAttribute('style', 'color: red')", /Content Security Policy/],
    ['an inline script', "document.body.setAttribute('onclick', 'x()')", /Content Security Policy/],
    ['a request to another host', "new Image().src = 'http://127.0.0.1:9/p.png'", /^asked another host/],
    ['a failure of the service', "fetch('/admin/api/session/')", /status of 500/],
  ])('notices %s', async (_, script, problem) => {
    const page = await console.open('/login');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.route('**/admin/api/session/', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.evaluate(`${script}; undefined`);
    await until(() => console.problems.found.some((text) => problem.test(text)));
    console.problems.expect(/./);
  });

  it('notices what people cannot read or use', async () => {
    const page = await console.open('/login');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.evaluate("document.querySelector('main').append(document.createElement('button'))");
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
  });

  it.each([
    ['light', '#ccc'],
    ['dark', '#444'],
  ])('notices a field whose outline is too pale in the %s', async (scheme, color) => {
    const page = await console.open('/login');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log in' }).focus();
    await page.evaluate(`document.adoptedStyleSheets.push(new CSSStyleSheet());
      document.adoptedStyleSheets[0].insertRule(
        '[data-mantine-color-scheme=${scheme}] .mantine-Input-input { border-color: ${color} !important }')`);
    await expect(expectAccessible(page)).rejects.toThrow('autocomplete');
  });

  it('notices what is too wide for a phone', async () => {
    const page = await console.open('/login');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expectFitsPhone(page);
    await page.evaluate("document.querySelector('form').style.width = '600px'");
    await expect(expectFitsPhone(page)).rejects.toThrow('<form');
  });
});
