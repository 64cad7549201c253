import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Injectable, Module, Query } from '@nestjs/common';
import { rolldown } from 'rolldown';
import { AppError } from '#common/errors/app-error.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PageQuery, type Page } from '#common/http/pagination.js';
import type { CustomFields } from '#common/custom-fields/index.js';
import type { Extension } from '#common/extensions.js';
import { IntegerField } from '#common/validation/fields.js';
import { AdminInputsModule, Bonus } from 'direct-selling-commerce-api';
import { consoleExtension } from 'direct-selling-commerce-api/vite';
import { TierBonus } from '../../support/oracle/tier-bonus.js';

class GivePointsDto {
  @IntegerField({ min: 1 })
  uid!: number;

  @IntegerField({ min: 1, max: 100 })
  points!: number;
}

interface Entry extends GivePointsDto {
  id: number;
  at: string;
}

const given: Entry[] = [];

@AdminController('points', 'Points', { read: 'users.read', write: 'users.write' })
class PointsController {
  @Endpoint('GET', { id: 'listPoints', summary: 'List points', answer: null })
  list(@Query() { limit = 25, offset = 0 }: PageQuery): Page<Entry> {
    const results = given.slice(offset, offset + limit);
    return { count: given.length, next: null, previous: null, results };
  }

  @Endpoint('POST', { id: 'givePoints', summary: 'Give points', answer: null })
  give(@Body() dto: GivePointsDto): Record<string, never> {
    if (dto.points === 13) throw AppError.ofField('VALIDATION', 'points', 'must not be 13');
    given.push({ ...dto, id: given.length, at: new Date().toISOString() });
    return {};
  }
}

const words = (en: string, de: string): { en: string; de: string } => ({ en, de });

/** Fields of each type, of each resource that has a page. */
const CUSTOM_FIELDS: CustomFields = {
  users: {
    birthday: { type: 'date', label: words('Birthday', 'Geburtstag'), listed: true },
    tea: {
      type: 'choice',
      choices: { green: words('Green tea', 'Grüner Tee'), black: words('Black tea', 'Schwarzer Tee') },
      label: words('Favourite tea', 'Lieblingstee'),
      description: words('What we send at New Year.', 'Was wir zu Neujahr schicken.'),
      required: true,
      listed: true,
      filterable: true,
    },
    visits: { type: 'number', min: 0, max: 99, label: words('Visits', 'Besuche'), listed: true, filterable: true },
    remark: { type: 'text', max: 200, multiline: true, label: words('Remark', 'Bemerkung') },
    tier: { type: 'text', max: 10, label: words('Tier', 'Stufe'), admin: 'read' },
  },
  members: { region: { type: 'text', max: 10, label: words('Region', 'Region') } },
  orders: { po_number: { type: 'text', max: 12, label: words('Purchase order', 'Bestellnummer'), listed: true } },
  order_lines: {
    engraving: { type: 'text', max: 12, label: words('Engraving', 'Gravur') },
    copies: { type: 'number', min: 1, max: 9, label: words('Copies', 'Stück') },
    sealed: { type: 'boolean', label: words('Sealed', 'Versiegelt'), admin: 'read' },
  },
  bundles: {
    vegan: { type: 'boolean', label: words('Vegan', 'Vegan'), required: true, listed: true, filterable: true },
    weight: { type: 'decimal', min: 0, max: 50, label: words('Weight in kg', 'Gewicht in kg'), client: 'read' },
  },
};

@Injectable()
@Bonus()
class PaidByTier extends TierBonus {}

@Module({ imports: [AdminInputsModule], controllers: [PointsController], providers: [PaidByTier] })
class PointsModule {}

@Module({})
class BrokenModule {}

/** Builds the console part in this folder as an extension's author does; returns the folder. */
async function built(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'commerce-points-')), 'console');
  const { resolveId } = consoleExtension();
  const input = { index: join(import.meta.dirname, 'console/index.tsx') };
  const bundle = await rolldown({ input, plugins: [{ name: 'console', resolveId }] });
  await bundle.write({ dir: folder, entryFileNames: '[name].js' });
  return folder;
}

/** Two extensions: one that gives points, and one whose script fails. */
export async function pointsAndBroken(): Promise<Extension[]> {
  const folder = await built();
  await writeFile(join(folder, 'index.css'), '.points { font-weight: 700; }');
  await writeFile(join(folder, 'broken.js'), 'throw new Error("it was built in a hurry");');
  return [
    {
      module: PointsModule,
      customFields: CUSTOM_FIELDS,
      console: {
        name: 'points',
        title: 'Loyalty',
        entry: join(folder, 'index.js'),
        pages: [{ path: 'points', title: 'Points', permission: 'users.read' }],
        blocks: [
          { slot: 'home', permission: 'users.read' },
          { slot: 'member', permission: 'users.read' },
          { slot: 'order', permission: 'orders.read' },
          { slot: 'run', permission: 'runs.read' },
        ],
      },
    },
    {
      module: BrokenModule,
      console: {
        name: 'broken',
        title: 'Vouchers',
        entry: join(folder, 'broken.js'),
        pages: [{ path: 'vouchers', title: 'Vouchers', permission: 'users.read' }],
        blocks: [{ slot: 'home', permission: 'users.read' }],
      },
    },
  ];
}
