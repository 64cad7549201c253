import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config/config.js';
import { Database } from '../../common/database/index.js';
import { DemoData } from './demo-data.js';
import { IS_EMPTY, LOCK_FIRST_START } from './first-start.queries.js';
import { SuperAdmin, type MadeSuperAdmin } from './super-admin.js';
import { systemCaller } from './system-caller.js';
import { Welcome } from './welcome.js';

/** What a start finds missing, it makes: a super admin, and in a demo something to look at. Section 9 of the decisions. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly superAdmin: SuperAdmin,
    private readonly demoData: DemoData,
    private readonly welcome: Welcome,
  ) {}

  /**
   * Prepares the database, and returns the lines to print. All of it commits at once; instances that start together take
   * turns, so it is made once; another start changes nothing.
   */
  async prepare(): Promise<string[]> {
    return this.welcome.lines(await this.makeMissing());
  }

  private async makeMissing(): Promise<MadeSuperAdmin | undefined> {
    return this.db.ambientTransaction(async (tx) => {
      await this.db.query(tx, LOCK_FIRST_START);
      const { empty } = (await this.db.queryOne<{ empty: boolean }>(tx, IS_EMPTY))!;
      const isDemo = empty && this.config.demo;
      const made = await this.superAdmin.ensure(tx, isDemo);
      if (isDemo && made !== undefined) await this.demoData.fill(systemCaller({ ...made, roles: ['super_admin'] }));
      return made;
    });
  }
}
