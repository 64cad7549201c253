import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { accept } from '#common/validation/index.js';
import { SettingsAction } from '#people/approvals/index.js';
import { NetworkEdge } from '../member.entity.js';
import { NOW } from '../members.queries.js';
import { type ChangeNetworkSettingsDto, toNetworkSettingsView } from './network-settings.dto.js';
import { NetworkSettings } from './network-settings.entity.js';
import { changedSettings, conflictWith, type SettingsFields } from './network-settings.rules.js';

/** The settings of the network. */
export const READ_SETTINGS = statement(
  'network.settings',
  `SELECT placement, width, spill, holding_days AS "holdingDays", placement_since AS "placementSince", version
     FROM network_settings`,
);

/** Distributors without a sponsor are roots of both trees. `$1` who does it. */
const PLACE_ROOTS = statement(
  'network.place-roots',
  `INSERT INTO network_edges (tree, uid, from_at, by_uid)
   SELECT 'placement', e.uid, ${NOW}, $1
     FROM network_edges e JOIN network_states s ON s.uid = e.uid AND s.to_at IS NULL AND s.kind = 'distributor'
    WHERE e.tree = 'sponsor' AND e.to_at IS NULL AND e.parent_uid IS NULL
   ON CONFLICT DO NOTHING`,
);

/** Changing the settings of the network. */
@Injectable()
export class NetworkSettingsAction extends SettingsAction<ChangeNetworkSettingsDto> {
  readonly kind = 'network.settings';
  protected readonly room = 'network';
  protected readonly summary = {
    summary: 'Changes the settings of the network.',
    summary_de: 'Ändert die Netzwerkeinstellungen.',
  };

  constructor(
    private readonly db: Database,
    audit: AuditLog,
  ) {
    super(audit);
  }

  protected async assess(tx: EntityManager, change: ChangeNetworkSettingsDto) {
    const { before, after } = await this.lock(tx, change);
    const set = { ...toNetworkSettingsView({ ...before, ...after }), version: undefined };
    return { before: toNetworkSettingsView(before), set };
  }

  protected async write(tx: EntityManager, change: ChangeNetworkSettingsDto, makerUid: number) {
    const { before, after } = await this.lock(tx, change);
    await this.update(tx, makerUid, before, after);
    const changed = (await this.db.queryOne<NetworkSettings>(tx, READ_SETTINGS))!;
    return { before: toNetworkSettingsView(before), after: toNetworkSettingsView(changed) };
  }

  /** Locks the settings, and asserts that nobody stands where they then could not. */
  private async lock(
    tx: EntityManager,
    dto: ChangeNetworkSettingsDto,
  ): Promise<{ before: NetworkSettings; after: SettingsFields }> {
    await this.db.lock(tx, 'networkSettings');
    const before = (await this.db.queryOne<NetworkSettings>(tx, READ_SETTINGS))!;
    const { after, errors } = changedSettings(before, changeOf(dto));
    accept({ dto, errors });
    const highest = await tx.findOne(NetworkEdge, {
      where: { tree: 'placement', toAt: IsNull(), leg: Not(IsNull()) },
      order: { leg: 'DESC' },
    });
    const conflict = conflictWith(before, after, highest?.leg ?? 0);
    if (conflict !== undefined) throw new AppError('CONFLICT', conflict);
    return { before, after };
  }

  private async update(
    tx: EntityManager,
    byUid: number,
    before: NetworkSettings,
    { placement, width, spill, holdingDays }: SettingsFields,
  ): Promise<void> {
    const begins = before.placement === 'none' && placement !== 'none';
    const ends = before.placement !== 'none' && placement === 'none';
    await tx.update(NetworkSettings, 1, {
      placement,
      width,
      spill,
      holdingDays,
      placementSince: begins ? () => 'clock_timestamp()' : ends ? null : undefined,
      version: before.version + 1,
    });
    if (begins) await this.db.change(tx, PLACE_ROOTS, [byUid]);
    if (!ends) return;
    const toAt = (): string => `greatest(from_at, ${NOW})`;
    await tx.update(NetworkEdge, { tree: 'placement', toAt: IsNull() }, { toAt });
  }
}

function changeOf({ holding_days, ...dto }: ChangeNetworkSettingsDto): Partial<SettingsFields> {
  return { ...dto, ...(holding_days === undefined ? {} : { holdingDays: holding_days }) };
}
