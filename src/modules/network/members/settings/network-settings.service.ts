import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { Database, statement } from '#common/database/index.js';
import { assertMatch, type IfMatch } from '#common/http/if-match.js';
import { Approvals } from '#people/approvals/index.js';
import {
  type ChangedNetworkSettingsView,
  type ChangeNetworkSettingsDto,
  type NetworkSettingsView,
  toNetworkSettingsView,
} from './network-settings.dto.js';
import { NetworkSettings } from './network-settings.entity.js';
import { READ_SETTINGS, NetworkSettingsAction } from './network-settings.action.js';

/** Held together by whoever changes where members stand, and alone by whoever changes the settings. */
const HOLD = statement(
  'network.hold-settings',
  `SELECT pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.networkSettings})`,
);

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
    return (await this.db.queryOne<NetworkSettings>(tx, READ_SETTINGS))!;
  }

  /** The settings, which do not change before the transaction ends. */
  async hold(tx: EntityManager): Promise<NetworkSettings> {
    this.db.send(tx, HOLD, []);
    return this.current(tx);
  }

  /**
   * Changes the settings, or proposes to; audited. With a new placement tree, distributors without a sponsor become its roots.
   * @throws AppError VALIDATION on `width`; CONFLICT when the client's version is stale, when members stand where they then
   *   could not, or another change waits
   */
  async change(caller: Caller, dto: ChangeNetworkSettingsDto, expected?: IfMatch): Promise<ChangedNetworkSettingsView> {
    return this.approvals.transaction(caller, async (tx) => {
      await this.db.lock(tx, 'networkSettings');
      assertMatch(expected, (await this.current(tx)).version);
      const { approval } = await this.approvals.ask(tx, this.action, { change: { ...dto } }, caller);
      return { ...toNetworkSettingsView(await this.current(tx)), approval };
    });
  }
}
