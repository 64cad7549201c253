import { Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { validateEmail, validateInstant, validateText, validateUsername } from '#common/validation/index.js';
import { validateCountryCode, validateName, MEMBER_KINDS } from '#people/users/index.js';
import { ImportRunner, type FieldProblem, type ImportKind, type Refusals, type Staged } from '../../imports/index.js';
import { PastCorrections } from '../moves/past-corrections.js';
import type { NetworkSettings } from '../settings/network-settings.entity.js';
import { MAX_WIDTH } from '../settings/network-settings.rules.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import { MEMBER_STATUSES } from '../state.entity.js';
import {
  FIND_REFUSED,
  GIVE_UIDS,
  HAS_LOST_STANDING,
  HOLD_ABOVE,
  RESOLVE,
  SIZES,
  WRITE_MEMBERS,
  WRITE_PLACES,
  WRITE_SPONSORS,
  WRITE_STATES,
  WRITE_USERS,
} from './member-import.queries.js';
import { MEMBER_COLUMNS, MEMBER_NUMBERS, memberReader } from './member-import.rules.js';
import { MemberTrees } from './member-trees.js';

/** Imports members who come from elsewhere, as users without passwords. See docs/spec/commissions.md#2. */
@Injectable()
export class MemberImport implements ImportKind, OnModuleInit {
  readonly name = 'members';
  readonly columns = MEMBER_COLUMNS;
  readonly numbers = MEMBER_NUMBERS;
  readonly read = memberReader({
    username: validateUsername,
    email: validateEmail,
    name: validateName,
    countryCode: validateCountryCode,
    instant: validateInstant,
    text: (max) => (value) => validateText(value, { max }),
    kinds: MEMBER_KINDS,
    statuses: MEMBER_STATUSES,
    maxLeg: MAX_WIDTH,
  });

  /** The settings by which each import was validated. */
  private readonly validatedBy = new WeakMap<EntityManager, NetworkSettings>();

  constructor(
    private readonly db: Database,
    private readonly runner: ImportRunner,
    private readonly settings: NetworkSettingsService,
    private readonly trees: MemberTrees,
    @Optional() private readonly posted?: PastCorrections,
  ) {}

  onModuleInit(): void {
    this.runner.register(this);
  }

  async check(tx: EntityManager, refusals: Refusals): Promise<Staged> {
    const settings = await this.settings.current(tx);
    this.validatedBy.set(tx, settings);
    for (const sql of RESOLVE) await tx.query(sql);
    const { placement, width } = settings;
    refusals.addAll(await this.db.query<FieldProblem>(tx, FIND_REFUSED, [placement, width]));
    await this.trees.validate(tx, refusals, placement !== 'none');
    const { rows } = (await this.db.queryOne<{ rows: number }>(tx, SIZES))!;
    return { accepted: rows, skipped: 0 };
  }

  /**
   * Writes the members. What others may have to wait for comes last: edges below members who are there, and the settings.
   * @throws Error when the settings were changed meanwhile, or members above became customers; the import is then begun anew
   */
  async write(tx: EntityManager, byUid: number): Promise<void> {
    const { placement, version } = this.validatedBy.get(tx)!;
    // A run that is posted meanwhile would not see these members, and a replay tells by the uids whom it saw.
    await this.posted?.hold(tx);
    for (const sql of GIVE_UIDS) await tx.query(sql);
    await this.db.change(tx, WRITE_USERS);
    await this.db.change(tx, WRITE_MEMBERS);
    await this.db.change(tx, WRITE_STATES, [byUid]);
    const write = async (isNew: boolean): Promise<void> => {
      await this.db.change(tx, WRITE_SPONSORS, [byUid, isNew]);
      if (placement !== 'none') await this.db.change(tx, WRITE_PLACES, [byUid, isNew]);
    };
    await write(true);
    if ((await this.settings.hold(tx)).version !== version)
      throw new Error('the settings of the network were changed during the import');
    await this.db.query(tx, HOLD_ABOVE);
    if ((await this.db.queryOne<{ hasLost: boolean }>(tx, HAS_LOST_STANDING))!.hasLost)
      throw new Error('members above the new ones became customers during the import');
    await write(false);
  }
}
