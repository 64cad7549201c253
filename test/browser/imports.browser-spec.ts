import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Download, Page } from 'playwright-core';
import { ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

const HEADER = 'external_id,username,at,business_volume,points,cumulative_volume';

describe('imports', () => {
  const console = useConsole({ demo: false });
  /** Does the imports: in the tests' own process no jobs run. */
  let worker: ServiceProcess | undefined;

  beforeAll(async () => {
    const admin = await console.app.make.superAdmin();
    for (const username of ['anna', 'ben'])
      await admin.post('/admin/api/users/', { username, email: `${username}@example.com` });
    await console.app.database.query(`UPDATE network_members SET enrolled_at = '2020-01-01'`);
    worker = await ServiceProcess.start({ DATABASE_URL: console.app.database.url });
  });
  afterAll(() => worker?.end('SIGTERM'));

  const csv = (lines: readonly string[]): { name: string; mimeType: string; buffer: Buffer } => ({
    name: 'volumes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...lines].join('\n')),
  });
  const rows = (...ids: string[]): string[] => ids.map((id) => `${id},anna,2024-02-03,10.5,1,0`);

  async function textOf(file: Download): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'console-downloads-'));
    try {
      await file.saveAs(join(folder, 'file'));
      return await readFile(join(folder, 'file'), 'utf8');
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async function choose(page: Page, file: Parameters<Page['setInputFiles']>[1]): Promise<void> {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await (await choosing).setFiles(file);
  }

  it('begin with what to do in which order, and a template with every column', async () => {
    const page = await console.logIn('/');
    await console.goTo('Imports');
    await page.getByText('Nothing was imported yet').waitFor();
    await page.getByText('Now: no placement tree.').waitFor();
    await looksRight(page, 'imports-empty');
    await page.getByRole('link', { name: 'Import volumes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import volumes' }).waitFor();
    await page.getByRole('rowheader', { name: 'external_id required' }).waitFor();
    await looksRight(page, 'import-new');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the template' }).click();
    const template = await downloading;
    expect(template.suggestedFilename()).toBe('volumes-template.csv');
    const text = await textOf(template);
    expect(text.split('\r\n')[0]).toContain('external_id,username,at');
    await console.open('/imports/new/nothing');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });

  it('look at a file before it is sent', async () => {
    const page = await console.logIn('/imports/new/volumes');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Choose a file', { exact: true }).waitFor();
    await choose(page, { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('username;points\n'.padEnd(2_000)) });
    await page.getByText('CSV with semicolons, 2 kB.').waitFor();
    await page.getByText('Required and not assigned: external_id, at, business_volume, cumulative_volume.').waitFor();
    await expectAccessible(page);
    const header = 'Order number;Login;Date;BV;Pts;CV;Note';
    await choose(page, {
      name: 'b.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${header}\ns-0;anna;2024-02-03;38,5;1;0;für Jürgen\n`, 'latin1'),
    });
    await page.getByText('CSV with semicolons, Windows-1252, numbers with a decimal comma').waitFor();
    for (const [column, field] of [
      ['Order number', 'external_id'],
      ['Login', 'username'],
      ['Note', ''],
    ] as const)
      await until(async () =>
        expect(await page.getByRole('combobox', { name: `Field of the column ${column}` }).inputValue()).toBe(field),
      );
    await looksRight(page, 'import-first-look');
    expect(await page.getByText(/^(Dates such as|No column)/).count()).toBe(0);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The file is valid: no row would be refused').waitFor();
  });

  it('warn before they are sent of members without sponsors and of dates that can be read two ways', async () => {
    const page = await console.logIn('/imports/new/members');
    const text =
      'username,kind,enrolled_at,recruiter\nanna,distributor,03/04/2026,\nbert,distributor,05/04/2026,anna\n';
    await choose(page, { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('Dates such as 03/04/2026 are refused').waitFor();
    await page.getByText('No column is imported as sponsor').waitFor();
    await looksRight(page, 'import-warnings');
    await page.getByRole('combobox', { name: 'Field of the column recruiter' }).click();
    await page.getByRole('option', { name: 'sponsor', exact: true }).click();
    await page.getByText('No column is imported as sponsor').waitFor({ state: 'detached' });
  });

  it('list what is wrong line by line with what to do, and accept the corrected file, first dry, then for real', async () => {
    const page = await console.logIn('/imports/new/volumes');
    await choose(
      page,
      csv([...rows('s-1'), 's-2,nobody,2024-02-03,1,1,0', 's-3,anna,2999-01-01,x,1,0', 's-4,ben,2019-01-01,1,1,0']),
    );
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dry run of volumes' }).waitFor();
    await page.getByText('Refused: nothing was written').waitFor();
    const refused = page.getByRole('table', { name: 'Refused rows' });
    await refused.getByRole('row', { name: /Line 3 username nobody Is no member.*import this member first/ }).waitFor();
    await refused.getByRole('row', { name: /Line 4 business_volume/ }).waitFor();
    await refused
      .getByRole('row', { name: /Line 5 at 2019-01-01T00:00:00.000Z Must not be before the member came/ })
      .waitFor();
    await looksRight(page, 'import-refused');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const listed = await textOf(await downloading);
    expect(listed.split('\r\n').slice(0, 2)).toEqual([
      'line,column,value,problem,what to do',
      '3,username,nobody,Is no member,"Correct the name, or import this member first."',
    ]);

    await page.getByRole('link', { name: 'Send a file again' }).click();
    await choose(page, csv(rows('s-1', 's-2', 's-3')));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The file is valid: no row would be refused').waitFor();
    await page.getByText('3 rows would be written. Nothing is written yet.').waitFor();
    await looksRight(page, 'import-checked');
    await page.getByRole('button', { name: 'Import it for real…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import it for real?' });
    await dialog.getByText('only offset by others').waitFor();
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import of volumes' }).waitFor();
    await page.getByText('Done: 3 rows written').waitFor();
    // Who works by keyboard goes on from the heading of the page that the import leads to.
    await page.locator('h1:focus', { hasText: 'Import of volumes' }).waitFor();
    await looksRight(page, 'import-done');
    await page.getByRole('link', { name: 'volume ledger', exact: true }).click();
    await page.getByText('3 entries').waitFor();

    await console.goTo('Imports');
    const list = page.getByRole('table', { name: 'Imports' });
    await list.getByRole('row', { name: /Volumes Done .* 3 3 0 0/ }).waitFor();
    await list.getByRole('row', { name: /Volumes, dry run Refused/ }).waitFor();
    await looksRight(page, 'imports');
    // Known rows are skipped; after a reload the file has to be chosen again.
    await list.getByRole('link', { name: 'Volumes, dry run' }).first().click();
    await page.getByText('The file is valid').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Choose the file again, and import it' }).click();
    await page.waitForURL('**/imports/new/volumes?real');
    await until(async () =>
      expect(await page.getByLabel('Only check it, and write nothing (dry run)').isChecked()).toBe(false),
    );
    await page.getByText('only offset by others').waitFor();
  });

  it('bring in members, who are then looked at and corrected, by the screens alone', async () => {
    const page = await console.logIn('/imports');
    await page.getByRole('link', { name: 'Import members' }).click();
    await page.getByRole('rowheader', { name: 'enrolled_at required' }).waitFor();
    await looksRight(page, 'import-members');
    const company = (sponsor: string): ReturnType<typeof csv> => ({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'username,first_name,kind,sponsor,enrolled_at',
          `carl,Carl,distributor,${sponsor},2021-03-01`,
          'olga,Olga,distributor,,2020-01-01',
          'pia,Pia,customer,carl,2022-03-01',
        ].join('\n'),
      ),
    });
    await choose(page, company('oIga'));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 row of 3 is refused').waitFor();
    await page
      .getByRole('row', { name: /Line 2 sponsor \S+ Is neither a member nor in the file.*add a row for that member/ })
      .waitFor();
    await page.getByRole('link', { name: 'Send a file again' }).click();
    await choose(page, company('olga'));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('3 members would be written').waitFor();
    await page.getByRole('button', { name: 'Import it for real…' }).click();
    await page.getByRole('button', { name: 'Import 3 members' }).click();
    await page.getByText('Done: 3 members written').waitFor();
    await looksRight(page, 'import-members-done');
    await page.getByRole('link', { name: 'Next: import volumes' }).waitFor();
    await page.getByRole('link', { name: 'Users', exact: true }).last().click();
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: 'carl' }).click();
    await page.getByRole('link', { name: 'Network', exact: true }).click();
    await page.getByRole('navigation', { name: 'Upline in the sponsor tree' }).getByText('olga').waitFor();
    await page.getByRole('button', { name: 'Move in the sponsor tree' }).waitFor();
  });

  it('bring in bundles, by the template as it is, and texts of another language', async () => {
    await console.app.make.catalogue.productType();
    const page = await console.logIn('/imports');
    await page.getByRole('link', { name: 'Import bundles' }).click();
    await page.getByText(/^Further columns: texts in other languages as name_de/).waitFor();
    await looksRight(page, 'import-bundles');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the template' }).click();
    const [names, ...lines] = (await textOf(await downloading)).trim().split('\r\n');
    const wrong = [names, ...lines].join('\n').replace('external-api-product', 'tea');
    await choose(page, { name: 'bundles.csv', mimeType: 'text/csv', buffer: Buffer.from(wrong) });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page
      .getByRole('row', { name: /^Line 2 product_type tea .* Create it first, .*: external-api-product/ })
      .waitFor();

    await page.goBack();
    const german = [`${names},name_de`, ...lines.map((line, index) => `${line},${index === 0 ? 'Teekiste' : ''}`)];
    await choose(page, { name: 'bundles.csv', mimeType: 'text/csv', buffer: Buffer.from(german.join('\n')) });
    const other = page.getByRole('combobox', { name: 'Field of the column name_de' });
    await until(async () => expect(await other.inputValue()).toBe('name_de'));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('2 rows would be written').waitFor();
    await page.getByRole('button', { name: 'Import it for real…' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('Done: 2 rows written').waitFor();
    await page.getByRole('link', { name: 'Bundles', exact: true }).last().click();
    await page.getByRole('table', { name: 'Bundles' }).getByRole('link', { name: 'Tea box' }).waitFor();
    const [row] = await console.app.database.query<{ names: object }>(
      `SELECT name_translations AS names FROM bundles WHERE bundle_id = 'tea-box'`,
    );
    expect(row!.names).toEqual({ en: 'Tea box', de: 'Teekiste' });
  });

  it('are followed by invitations, counted before they are sent', async () => {
    const { id } = await console.app.make.application({
      selfService: true,
      webhookUrl: 'https://93.184.216.34/hooks',
      webhookEvents: ['account.invited'],
    });
    await console.app.database.query(`UPDATE users SET password_hash = NULL WHERE username IN ('anna', 'ben')`);
    const page = await console.logIn(`/applications/${id}`);
    await page.getByRole('button', { name: 'Invite members…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite members?' });
    await dialog.getByText(/^2 members without a password get an e-mail from .* each/).waitFor();
    await looksRight(page, 'invite-members');
    await dialog.getByRole('button', { name: 'Invite 2 members' }).click();
    await page.getByText('2 members were invited').waitFor();
    await page.getByRole('button', { name: 'Invite members…' }).click();
    await page.getByText('Everybody has a password or an invitation.').waitFor();
  });

  it('are watched and cancelled, and say so, on a phone with the keyboard alone', async () => {
    const page = await console.logIn('/imports/new/volumes');
    await page.setViewportSize(PHONE);
    const lock = new pg.Client({ connectionString: console.app.database.url });
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE volume_external_ids IN ACCESS EXCLUSIVE MODE');
    try {
      await choose(page, csv(rows('p-1', 'p-2')));
      await page.getByRole('button', { name: 'Check the file' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('2 rows read so far').waitFor();
      await looksRight(page, 'import-running');
      await page.getByRole('button', { name: 'Cancel…' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Cancel this dry run?' });
      await dialog.locator(':focus').waitFor();
      await dialog.getByRole('button', { name: 'Cancel the import' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Cancelled: nothing was written').waitFor();
    } finally {
      await lock.query('ROLLBACK');
      await lock.end();
    }
    await expectAccessible(page);
    await until(async () => expect(await page.getByRole('button', { name: 'Cancel…' }).count()).toBe(0));
  });

  it('send large files as they are read, show how far that is, and end with it', async () => {
    const page = await console.logIn('/imports/new/volumes');
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin/api/volumes/import/**', async (route) => {
      await released;
      await route.abort().catch(() => undefined);
    });
    await choose(page, csv(rows('c-1')));
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText(/^(Sending the file|The file is sent)/).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Imports', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave while the file is sent?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Cancel the upload' }).click();
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    release();
    await until(async () => expect(await page.getByRole('alert').count()).toBe(0));
  });
});
