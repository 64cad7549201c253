import { ADVISORY_LOCKS } from '../../../../common/database/advisory-locks.js';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../../common/access/index.js';
import { AuditLog } from '../../../../common/audit/index.js';
import { Database, statement } from '../../../../common/database/index.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { accept } from '../../../../common/validation/index.js';
import { NOW } from '../members.queries.js';
import type { ChangeNetworkSettingsDto } from './network-settings.dto.js';
import { NetworkSettings } from './network-settings.entity.js';
import { changedSettings, conflictWith, type PlacedFacts, type SettingsFields } from './network-settings.rules.js';
import { toNetworkSettingsView, type NetworkSettingsView } from './network-settings.view.js';

/** Held together by whoever changes where members stand, and alone by whoever changes the settings. */
const SETTINGS_LOCK = ADVISORY_LOCKS.networkSettings;

const HOLD = statement('network.hold-settings', `SELECT pg_advisory_xact_lock_shared(${SETTINGS_LOCK})`);
const LOCK = statement('network.lock-settings', `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK})`);

const READ = statement(
  'network.settings',
  `SELECT placement, width, spill, holding_days AS "holdingDays", placement_since AS "placementSince", version
     FROM network_settings`,
);

const FACTS = statement(
  'network.placed-facts',
  `SELECT EXISTS (SELECT FROM network_edges WHERE tree = 'placement' AND to_at IS NULL AND parent_uid IS NOT NULL) AS "isAnybodyBelow",
          coalesce((SELECT max(leg) FROM network_edges WHERE tree = 'placement' AND to_at IS NULL AND parent_uid IS NOT NULL), 0) AS "highestLeg"`,
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

const END_ROOTS = statement(
  'network.end-roots',
  `UPDATE network_edges SET to_at = greatest(from_at, ${NOW})
    WHERE tree = 'placement' AND to_at IS NULL`,
);

/** The settings of the network. Section 2 of the decisions on commissions. */
@Injectable()
export class NetworkSettingsService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
  ) {}

  async read(): Promise<NetworkSettingsView> {
    return toNetworkSettingsView(await this.current(null));
  }

  /** The settings, which may change at any time. */
  async current(tx: EntityManager | null): Promise<NetworkSettings> {
    return (await this.db.queryOne<NetworkSettings>(tx, READ))!;
  }

  /** The settings, which do not change before the transaction ends. */
  async hold(tx: EntityManager): Promise<NetworkSettings> {
    this.db.send(tx, HOLD, []);
    return this.current(tx);
  }

  /**
   * Changes the settings; audited. With a new placement tree, distributors without a sponsor become its roots.
   * @throws AppError VALIDATION on `width`; CONFLICT when members stand where they then could not
   */
  async change(caller: Caller, dto: ChangeNetworkSettingsDto): Promise<NetworkSettingsView> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, LOCK);
      const before = (await this.db.queryOne<NetworkSettings>(tx, READ))!;
      const { after, errors } = changedSettings(before, changeOf(dto));
      accept({ dto, errors });
      const facts = (await this.db.queryOne<PlacedFacts>(tx, FACTS))!;
      const conflict = conflictWith(before, after, facts);
      if (conflict !== undefined) throw new AppError('CONFLICT', conflict);
      await this.write(tx, caller, before, after);
      const changed = (await this.db.queryOne<NetworkSettings>(tx, READ))!;
      const view = toNetworkSettingsView(changed);
      await this.audit.record(tx, caller, {
        action: 'network.change-settings',
        entityType: 'network',
        entityId: 'settings',
        before: toNetworkSettingsView(before),
        after: view,
      });
      return view;
    });
  }

  private async write(
    tx: EntityManager,
    { uid }: Caller,
    before: NetworkSettings,
    { placement, width, spill, holdingDays }: SettingsFields,
  ): Promise<void> {
    const begins = before.placement === 'none' && placement !== 'none';
    const ends = before.placement !== 'none' && placement === 'none';
    await tx.update(NetworkSettings, 1, {
      ...{ placement, width, spill, holdingDays },
      ...(begins ? { placementSince: () => 'clock_timestamp()' } : {}),
      ...(ends ? { placementSince: null } : {}),
      version: before.version + 1,
    });
    if (begins) await this.db.change(tx, PLACE_ROOTS, [uid]);
    if (ends) await this.db.change(tx, END_ROOTS);
  }
}

function changeOf({ holding_days, ...dto }: ChangeNetworkSettingsDto): Partial<SettingsFields> {
  return { ...dto, ...(holding_days === undefined ? {} : { holdingDays: holding_days }) };
}
