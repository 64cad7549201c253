import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { accept } from '#common/validation/index.js';
import {
  ApprovableAction,
  Approvals,
  changesOf,
  type Decided,
  type Described,
  effectOnValues,
  toAuditedDecision,
} from '#people/approvals/index.js';
import { NetworkEdge } from '../member.entity.js';
import { NOW } from '../members.service.js';
import {
  type ChangedNetworkSettingsView,
  type ChangeNetworkSettingsDto,
  type NetworkSettingsView,
  toNetworkSettingsView,
} from './network-settings.dto.js';
import { NetworkSettings } from './network-settings.entity.js';
import { changedSettings, conflictWith, type SettingsFields } from './network-settings.rules.js';

/** Held together by whoever changes where members stand, and alone by whoever changes the settings. */
const SETTINGS_LOCK = ADVISORY_LOCKS.networkSettings;

const LOCK = statement('network.lock-settings', `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK})`);

/** The settings of the network. */
const READ = statement(
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

/** What is to be set. */
interface NetworkSettingsChange {
  readonly change: ChangeNetworkSettingsDto;
}

/** Changing the settings of the network. */
@Injectable()
export class NetworkSettingsAction extends ApprovableAction<NetworkSettingsChange> {
  readonly kind = 'network.settings';
  readonly permission = 'settings.write';

  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  keyOf(): string {
    return 'settings';
  }

  async describe(tx: EntityManager, { change }: NetworkSettingsChange): Promise<Described> {
    const { before, after } = await this.assess(tx, change);
    const shown = toNetworkSettingsView(before);
    return {
      lookedAt: shown,
      contributors: [],
      effect: effectOnValues(
        { summary: 'Changes the settings of the network.', summary_de: 'Ändert die Netzwerkeinstellungen.' },
        changesOf(shown, { ...toNetworkSettingsView({ ...before, ...after }), version: undefined }),
      ),
    };
  }

  async carryOut(tx: EntityManager, { change }: NetworkSettingsChange, decided: Decided): Promise<void> {
    const { before, after } = await this.assess(tx, change);
    await this.write(tx, decided.makerUid, before, after);
    const changed = (await this.db.queryOne<NetworkSettings>(tx, READ))!;
    await this.audit.record(tx, decided.by, {
      action: 'network.change-settings',
      entityType: 'network',
      entityId: 'settings',
      before: toNetworkSettingsView(before),
      after: { ...toNetworkSettingsView(changed), ...toAuditedDecision(decided) },
    });
  }

  /** Locks the settings, and asserts that nobody stands where they then could not. */
  private async assess(
    tx: EntityManager,
    dto: ChangeNetworkSettingsDto,
  ): Promise<{ before: NetworkSettings; after: SettingsFields }> {
    await this.db.query(tx, LOCK);
    const before = (await this.db.queryOne<NetworkSettings>(tx, READ))!;
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

  private async write(
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
      ...(begins ? { placementSince: () => 'clock_timestamp()' } : {}),
      ...(ends ? { placementSince: null } : {}),
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

const HOLD = statement('network.hold-settings', `SELECT pg_advisory_xact_lock_shared(${SETTINGS_LOCK})`);
/** The settings of the network. See docs/spec/commissions.md#2. */
@Injectable()
export class NetworkSettingsService {
  constructor(
    private readonly db: Database,
    private readonly approvals: Approvals,
    private readonly action: NetworkSettingsAction,
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
   * Changes the settings, or proposes to; audited. With a new placement tree, distributors without a sponsor become its roots.
   * @throws AppError VALIDATION on `width`; CONFLICT when members stand where they then could not, or another change waits
   */
  async change(caller: Caller, dto: ChangeNetworkSettingsDto): Promise<ChangedNetworkSettingsView> {
    return this.approvals.transaction(caller, async (tx) => {
      const { approval } = await this.approvals.ask(tx, this.action, { change: { ...dto } }, caller);
      return { ...toNetworkSettingsView(await this.current(tx)), approval };
    });
  }
}
