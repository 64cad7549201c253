import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

/** A wide frontline and a deep chain: far more than a window shows. */
const WIDE = 500;
const DEEP = 300;

describe('the tree of the network', () => {
  const console = useConsole({ demo: false });
  const uids = new Map<string, number>();
  const uidOf = (username: string): number => uids.get(username)!;

  beforeAll(async () => {
    const admin = await console.app.make.superAdmin();
    await admin.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'breadth_first' });
    const add = async (username: string, fields: object = {}): Promise<void> => {
      const body = { username, email: `${username}@example.com`, first_name: 'Maria', last_name: 'Santos', ...fields };
      uids.set(username, (await admin.post('/admin/api/users/', body)).body.data.uid);
    };
    // Some sixty people: anna has six distributors, each of whom three, of whom the first has two customers.
    await add('anna');
    for (let one = 1; one <= 6; one += 1) {
      await add(`ben-${one}`, { sponsor: 'anna' });
      for (let two = 1; two <= 3; two += 1) await add(`cara-${one}-${two}`, { sponsor: `ben-${one}` });
      for (let two = 1; two <= 2; two += 1) {
        await add(`dora-${one}-${two}`, { sponsor: `cara-${one}-1`, kind: two === 1 ? 'customer' : 'preferred' });
        await add(`emil-${one}-${two}`, { sponsor: `cara-${one}-2` });
      }
    }
    await admin.post(`/admin/api/network/${uidOf('ben-2')}/status/`, { status: 'suspended', reason: 'a test' });
    await admin.post(`/admin/api/network/${uidOf('emil-1-1')}/status/`, { status: 'terminated', reason: 'a test' });
    for (const [username, points] of Object.entries({ anna: 50, 'ben-1': 25, 'cara-1-1': 75.5, 'dora-1-1': 100 })) {
      const volumes = { business_volume: 0, points, cumulative_volume: 0 };
      await admin.post('/admin/api/volumes/', { uid: uidOf(username), ...volumes, reason: 'a test' });
    }
    await add('wide');
    await add('deep-0');
    const [wide, deep] = [uidOf('wide'), uidOf('deep-0')];
    await crowd('wide', 1_000_000, WIDE, () => wide);
    await crowd('deep', 2_000_000, DEEP, (uid) => (uid === 2_000_001 ? deep : uid - 1));
    await until(async () => {
      const { members } = (await admin.get(`/admin/api/network/figures/?uids=${wide},${deep},${uidOf('anna')}`)).body
        .data;
      const counts = members.map((one: { members: number; group_volume: number }) => [one.members, one.group_volume]);
      return (
        JSON.stringify(counts) ===
        JSON.stringify([
          [WIDE, 0],
          [DEEP, 0],
          [48, 250.5],
        ])
      );
    });
  });

  /** So many people at once, in the sponsor tree: `wide-1` has the uid that follows `before`. */
  async function crowd(name: string, before: number, count: number, parentOf: (uid: number) => number): Promise<void> {
    const members = Array.from({ length: count }, (_, index) => before + index + 1);
    const people = members.map((uid) => ({ uid, username: `${name}-${uid - before}`, parent: parentOf(uid) }));
    const rows = `jsonb_to_recordset($1::jsonb) AS p(uid bigint, username text, parent bigint)`;
    for (const sql of [
      `INSERT INTO users (uid, username, email, password_hash) SELECT uid, username, username || '@example.com', '' FROM ${rows}`,
      `INSERT INTO network_members (uid, enrolled_at) SELECT uid, now() FROM ${rows}`,
      `INSERT INTO network_states (uid, kind, status, from_at) SELECT uid, 'distributor', 'active', now() FROM ${rows}`,
      `INSERT INTO network_edges (tree, uid, parent_uid, from_at) SELECT 'sponsor', uid, parent, now() FROM ${rows}`,
    ]) {
      await console.app.database.query(sql, [JSON.stringify(people)]);
    }
    for (const { username, uid } of people) uids.set(username, uid);
  }

  const tree = (page: Page): Locator => page.getByRole('tree');
  const item = (page: Page, username: string): Locator =>
    page.getByRole('treeitem', { name: new RegExp(`^${username},`) });
  const line = (page: Page, username: string): Locator => page.getByRole('row', { name: new RegExp(`^${username} `) });
  const selected = (page: Page): Locator => page.getByRole('region', { name: 'Selected' });
  const shown = async (page: Page): Promise<string[]> =>
    (await page.getByRole('treeitem').evaluateAll((all) => all.map((one) => one.firstElementChild!.textContent!))).map(
      (label) => label.split(',')[0]!,
    );
  /** Waits until somebody has the focus. */
  const focused = (page: Page, name: string, timeout?: number): Promise<void> =>
    page
      .locator('[data-row]:focus')
      .filter({ hasText: new RegExp(`^${name}`) })
      .waitFor({ ...(timeout !== undefined && { timeout }) });

  async function press(page: Page, key: string, name: string): Promise<void> {
    await page.keyboard.press(key);
    await focused(page, name);
  }

  async function find(page: Page, username: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Find a member' }).fill(username);
    await page.keyboard.press('Enter');
  }

  it('begins with the roots of either tree, opens by clicks, and shows who is what and what was sold', async () => {
    const page = await console.logIn();
    await console.goTo('Network tree');
    const roots = page.getByRole('table', { name: 'Roots of the sponsor tree' });
    await roots.getByText('250.5').waitFor();
    await looksRight(page, 'tree-tops');
    await roots.getByRole('link', { name: 'anna' }).click();
    await item(page, 'ben-1').click();
    await item(page, 'cara-1-1').click();
    await item(page, 'cara-1-2').click();
    await item(page, 'emil-1-2').waitFor();
    const label = 'cara-1-1, Maria Santos, Distributor, personal volume 75.5, group volume 175.5, 2 members below';
    await page.getByRole('treeitem', { name: label, exact: true }).waitFor();
    await page
      .getByRole('treeitem', { name: /^ben-2, .* suspended/ })
      .getByText('Suspended', { exact: true })
      .waitFor();
    await item(page, 'dora-1-1').getByText('Customer · Maria Santos').waitFor();
    // Those further down may be out of sight.
    expect((await shown(page)).slice(0, 10)).toEqual([
      'anna',
      'ben-1',
      'cara-1-1',
      'dora-1-1',
      'dora-1-2',
      'cara-1-2',
      'emil-1-1',
      'emil-1-2',
      'cara-1-3',
      'ben-2',
    ]);
    await until(async () => expect(await item(page, 'cara-1-1').getAttribute('aria-level')).toBe('3'));
    await looksRight(page, 'tree');
    // A click on somebody open selects, the arrow closes.
    await item(page, 'ben-1').click();
    await selected(page).getByRole('heading', { name: 'ben-1' }).waitFor();
    await until(async () => expect(await item(page, 'cara-1-1').count()).toBe(1));
    await item(page, 'ben-1').locator('[data-toggle]').click();
    await item(page, 'cara-1-1').waitFor({ state: 'detached' });
  });

  it('is walked through by keys alone, and the address keeps where one is', async () => {
    const page = await console.logIn(`/network/tree?root=${uidOf('anna')}`);
    await item(page, 'ben-1').waitFor();
    await item(page, 'anna').focus();
    await press(page, 'ArrowDown', 'ben-1');
    await page.keyboard.press('ArrowRight');
    await item(page, 'cara-1-1').waitFor();
    await press(page, 'ArrowRight', 'cara-1-1');
    await page.keyboard.press('Enter');
    await item(page, 'dora-1-1').waitFor();
    await press(page, 'ArrowRight', 'dora-1-1');
    await press(page, 'ArrowLeft', 'cara-1-1');
    await page.keyboard.press('ArrowLeft');
    await item(page, 'dora-1-1').waitFor({ state: 'detached' });
    await press(page, 'ArrowLeft', 'ben-1');
    await press(page, 'End', 'ben-6');
    await press(page, 'Home', 'anna');
    // A letter that comes a second after the last one begins another name.
    await until(async () => {
      await page.keyboard.type('ben-3');
      await focused(page, 'ben-3', 2_000);
    });
    await page.keyboard.press('*');
    await item(page, 'cara-3-1').waitFor();
    // Until all are there, others are the last.
    await until(async () => {
      await page.keyboard.press('End');
      return (await page.locator('[data-row]:focus').innerText()).startsWith('cara-6-3');
    });
    await press(page, 'ArrowLeft', 'ben-6');
    await press(page, 'Home', 'anna');
    await press(page, 'ArrowDown', 'ben-1');
    await press(page, 'ArrowDown', 'cara-1-1');
    // The steps of the walk come into the address a moment after the last one, what was opened before with them.
    await page.waitForURL(({ searchParams: params }) => {
      const open = params.get('open')?.split('.') ?? [];
      return params.get('at') === String(uidOf('cara-1-1')) && open.includes(String(uidOf('ben-2')));
    });
    await selected(page).getByRole('heading', { name: 'cara-1-1' }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('a:focus', { hasText: 'Open the member' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'cara-1-1' }).waitFor();
    await page.goBack();
    await item(page, 'cara-2-1').waitFor();
    await selected(page).getByRole('heading', { name: 'cara-1-1' }).waitFor();
    await page.reload();
    await item(page, 'cara-2-1').waitFor();
    await selected(page).getByRole('heading', { name: 'cara-1-1' }).waitFor();
  });

  it('shows free places in a binary tree, and those below the terminated as closed', async () => {
    const page = await console.logIn(`/network/tree?root=${uidOf('anna')}`);
    await item(page, 'anna').waitFor();
    await page.getByText('Placement tree', { exact: true }).click();
    await page.getByText('anna is a root of the placement tree.').waitFor();
    await find(page, 'emil-1-1');
    await focused(page, 'emil-1-1');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'left leg: closed, the member above is terminated' }).waitFor();
    await find(page, 'cara-6-3');
    await focused(page, 'cara-6-3');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'left leg: free' }).first().waitFor();
    await page.getByRole('treeitem', { name: 'right leg: free' }).first().waitFor();
    await looksRight(page, 'tree-binary');
    await find(page, 'dora-1-1');
    await page.getByText('dora-1-1 has no place in the placement tree').waitFor();
    await expectAccessible(page);
  });

  it('shows the same as a table, walked through by the same keys', async () => {
    const page = await console.logIn(`/network/tree?root=${uidOf('anna')}`);
    await item(page, 'ben-1').click();
    await item(page, 'cara-1-1').waitFor();
    await page.getByText('Table', { exact: true }).click();
    const table = page.getByRole('treegrid', { name: 'Sponsor tree' });
    await table.getByText('175.5').waitFor();
    await until(async () =>
      expect(await line(page, 'ben-2').getByRole('gridcell').allInnerTexts()).toEqual([
        expect.stringContaining('ben-2'),
        'Distributor',
        'Suspended',
        '',
        '3',
        '7',
        '0',
        '0',
      ]),
    );
    await looksRight(page, 'tree-table');
    await line(page, 'ben-1').focus();
    await press(page, 'ArrowDown', 'cara-1-1');
    await page.keyboard.press('Enter');
    await line(page, 'dora-1-1').waitFor();
    await press(page, 'ArrowRight', 'dora-1-1');
    await press(page, 'End', 'ben-6');
    await page.goBack();
    await tree(page).waitFor();
  });

  it('is an indented list on a phone', async () => {
    const page = await console.logIn(`/users/${uidOf('cara-2-1')}/network`);
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Show in the sponsor tree' }).click();
    await item(page, 'dora-2-1').waitFor({ state: 'detached' });
    await item(page, 'cara-2-1').click();
    await item(page, 'dora-2-1').waitFor();
    await selected(page).getByRole('heading', { name: 'cara-2-1' }).waitFor();
    const [outer, inner] = await Promise.all(
      ['ben-2', 'cara-2-1'].map(async (name) => (await item(page, name).boundingBox())!.x),
    );
    expect(inner).toBeGreaterThan(outer!);
    await looksRight(page, 'tree-list');
  });

  it('pages thousands below one, draws only what is in sight, and leads to one far down the page', async () => {
    const page = await console.logIn(`/network/tree?root=${uidOf('wide')}`);
    await item(page, 'wide-1').waitFor();
    expect((await shown(page)).length).toBeLessThan(40);
    const more = page.getByRole('treeitem', { name: 'Show 50 more of 450' });
    await item(page, 'wide').focus();
    await page.keyboard.press('End');
    await more.waitFor();
    await page.keyboard.press('Enter');
    await focused(page, 'wide-50');
    await page.getByRole('treeitem', { name: 'wide-51,' }).waitFor();
    await press(page, 'ArrowDown', 'wide-51');
    await find(page, 'wide-437');
    await focused(page, 'wide-437');
    await expectAccessible(page);
    await screenshot(page, 'tree-wide');
  });

  it('leads into a chain of 300, whose way up can be climbed', async () => {
    const page = await console.logIn(`/network/tree?tree=sponsor&root=${uidOf('anna')}`);
    await item(page, 'anna').waitFor();
    await find(page, 'deep-300');
    await focused(page, 'deep-300');
    expect((await shown(page)).length).toBeLessThan(40);
    const above = page.getByRole('navigation', { name: 'Above deep-250' });
    await above.getByText('More above …').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'tree-deep');
    await above.getByRole('link').first().click();
    await page.getByRole('navigation', { name: 'Above deep-200' }).waitFor();
    await item(page, 'deep-250').waitFor();
    await page.goBack();
    await above.waitFor();
    await selected(page).getByRole('heading', { name: 'deep-300' }).waitFor();
  });

  it('moves a member from where it stands in the tree', async () => {
    const page = await console.logIn(`/network/tree?to=${uidOf('cara-5-3')}`);
    await item(page, 'cara-5-3').waitFor();
    await selected(page).getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move cara-5-3 in the sponsor tree' });
    await dialog.getByRole('combobox', { name: 'New sponsor' }).fill('ben-6');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Reason').fill('Wrong sponsor at sign-up');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByRole('button', { name: 'Move 1 member' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await until(async () => {
      const names = await shown(page);
      return names.indexOf('cara-5-3') > names.indexOf('ben-6');
    });
    await selected(page).getByRole('heading', { name: 'cara-5-3' }).waitFor();
  });

  it('is there without volumes while these are loaded, and says when it cannot be read', async () => {
    console.problems.expect(/status of 503/);
    const { page } = console;
    const body = { status_code: 503, type: 'Service Unavailable', message: 'try again', errors: {}, data: {} };
    const path = '**/admin/api/network/figures/*';
    await page.route(path, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: body }));
    await console.logIn(`/network/tree?root=${uidOf('anna')}`);
    await item(page, 'ben-1').waitFor();
    await page.getByText('Volumes are being loaded').waitFor();
    await page.unroute(path);
    await item(page, 'anna').getByText('GV 250.5').waitFor();
    await page.getByText('Volumes are being loaded').waitFor({ state: 'detached' });
    const children = `**/admin/api/network/${uidOf('ben-4')}/children/*`;
    await page.route(children, (route) => route.fulfill({ status: 503, json: body }));
    await item(page, 'ben-4').click();
    const again = page.getByRole('treeitem', { name: 'Could not be loaded. Try again' });
    await again.waitFor();
    await page.unroute(children);
    await again.click();
    await item(page, 'cara-4-1').waitFor();
    await page.goto('/admin/network/tree?root=999999');
    await page.getByText('Not in the network').waitFor();
    await expectAccessible(page);
  });
});
