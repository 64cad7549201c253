import { describe, expect, it } from '@jest/globals';
import { Simulating } from '#commissions/simulations/simulating.service.js';
import { until } from '../support/until.js';
import { inWords, useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

const CONTEXT = { signal: new AbortController().signal, progress: () => undefined };

describe('a plan that is not published', () => {
  const console = useConsole();

  it('is tried on a posted period, beside what was paid and beside another plan', async () => {
    const [posted] = (await console.admin.get('/admin/api/commission-runs/?status=posted')).body.data.results;
    const { name, plan } = (await console.admin.get(`/admin/api/plans/${posted.plan_id}/`)).body.data;
    const draft = { ...plan, name: 'Twice the rate', rate: plan.rate * 2 };
    const { id } = (await console.admin.post('/admin/api/plans/', draft)).body.data;
    const page = await console.logIn(`/plans/${id}`);
    await page.getByRole('link', { name: 'Try it' }).click();
    const period = page.getByRole('combobox', { name: 'Posted period' });
    await until(async () => expect(await period.inputValue()).toContain(inWords(posted.period)));
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.waitForURL(/simulation=/);
    const simulationId = new URL(page.url()).searchParams.get('simulation')!;
    // As a process for jobs does, which tests have none of.
    await console.app.nest.get(Simulating, { strict: false }).simulate({ simulationId }, CONTEXT);
    await page.getByRole('heading', { name: `What ${inWords(posted.period)} would have paid` }).waitFor();
    const { result } = (await console.admin.get(`/admin/api/commission-simulations/${simulationId}/`)).body.data;
    expect(result.plans[0].payout).toBeGreaterThan(result.posted.payout);
    const payout = page.getByRole('table', { name: 'Payout' }).getByRole('row', { name: /^Payout/ });
    await until(async () => expect(await payout.getByRole('cell').nth(2).textContent()).toContain('the same'));
    await page.getByRole('table', { name: 'Gain most by 1. Twice the rate' }).waitFor();
    await looksRight(page, 'plan-try', page.getByRole('table', { name: 'By bonus' }));
    await screenshot(page, 'plan-try-members', page.getByRole('table', { name: 'Gain most by 1. Twice the rate' }));
    // Only what changes is shown, in money and in points.
    const levels = page.getByRole('table', { name: 'By bonus' }).getByRole('row', { name: /^Unilevel/ });
    await until(async () =>
      expect(await levels.getByRole('cell').nth(1).textContent()).toMatch(/\+\$.*(percentage points|the same part)/),
    );
    await page.getByText('As many members have each rank.').waitFor();
    await page.reload();
    await page.getByText('As many members have each rank.').waitFor();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByRole('table', { name: 'Changes' }).waitFor();
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByText('As many members have each rank.').waitFor();
    const stale = page.getByText('The plan was changed after it was tried');
    expect(await stale.count()).toBe(0);
    await console.admin.put(`/admin/api/plans/${id}/`, { ...draft, rate: plan.rate * 3 });
    await page.reload();
    await stale.waitFor();
  });

  it('is compared by rank only where both plans have the rank', async () => {
    const [posted] = (await console.admin.get('/admin/api/commission-runs/?status=posted')).body.data.results;
    const { plan } = (await console.admin.get(`/admin/api/plans/${posted.plan_id}/`)).body.data;
    const text = JSON.stringify({ ...plan, name: 'Other words' }).replaceAll('"member"', '"associate"');
    const { id } = (await console.admin.post('/admin/api/plans/', JSON.parse(text))).body.data;
    const page = await console.logIn(`/plans/${id}/try`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.waitForURL(/simulation=/);
    const simulationId = new URL(page.url()).searchParams.get('simulation')!;
    await console.app.nest.get(Simulating, { strict: false }).simulate({ simulationId }, CONTEXT);
    const ranks = page.getByRole('table', { name: 'By rank' });
    const row = ranks.getByRole('row', { name: /^associate/ });
    await row.waitFor();
    await until(async () => expect(await row.textContent()).toMatch(/^associate–\d+$/));
  });
});
