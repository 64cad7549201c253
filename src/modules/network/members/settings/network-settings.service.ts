import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database, statement } from '#common/database/index.js';
import { Approvals } from '#people/approvals/index.js';
import { NetworkSettingsAction, READ, SETTINGS_LOCK } from './network-settings.action.js';
import type { ChangeNetworkSettingsDto } from './network-settings.dto.js';
import type { NetworkSettings } from './network-settings.entity.js';
import {
  toNetworkSettingsView,
  type ChangedNetworkSettingsView,
  type NetworkSettingsView,
} from './network-settings.view.js';

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
