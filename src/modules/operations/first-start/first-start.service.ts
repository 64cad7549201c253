import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { type Caller, callerWithoutRequest } from '#common/access/index.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { HandlerRegistry } from '#common/events/index.js';
import { DemoCommissions } from './company/demo-commissions.js';
import { DemoData } from './demo-data.js';
import { IS_EMPTY, TAKE_TURN } from './first-start.queries.js';
import { SuperAdmin, type CreatedSuperAdmin } from './super-admin.js';
import { Welcome } from './welcome.js';

/** Milliseconds between two looks at whose turn it is. */
const TURN_MS = 100;

/** Creates what is missing at a start: a super admin, and in a demo the demo data. See docs/spec/service.md#9. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly superAdmin: SuperAdmin,
    private readonly demoData: DemoData,
    private readonly commissions: DemoCommissions,
    private readonly welcome: Welcome,
    private readonly handlers: HandlerRegistry,
  ) {}

  /**
   * Prepares the database, and returns the lines to print. One transaction, and what a demo has posted and paid after it;
   * instances that start together take turns, and a later start changes nothing.
   */
  async prepare(): Promise<string[]> {
    // What the demo tells is past: nobody is to be sent anything because of it.
    return this.welcome.lines(await this.handlers.withoutListeners(() => this.fill()));
  }

  private async fill(): Promise<CreatedSuperAdmin | undefined> {
    const { created, demo } = await this.createMissing();
    // Runs read what is committed.
    if (demo !== undefined) await this.commissions.pay(demo, new Date());
    return created;
  }

  /** @returns who was created, and who is to go on with the demo, if one was begun */
  private async createMissing(): Promise<{ created: CreatedSuperAdmin | undefined; demo: Caller | undefined }> {
    return this.db.ambientTransaction(async (tx) => {
      while (!(await this.db.queryOne<{ taken: boolean }>(tx, TAKE_TURN))!.taken) await sleep(TURN_MS);
      const { empty } = (await this.db.queryOne<{ empty: boolean }>(tx, IS_EMPTY))!;
      const isDemo = empty && this.config.demo;
      const created = await this.superAdmin.ensure(tx, isDemo);
      const demo =
        isDemo && created !== undefined
          ? callerWithoutRequest('first-start', { ...created, roles: ['super_admin'] })
          : undefined;
      if (demo !== undefined) await this.demoData.fill(demo);
      return { created, demo };
    });
  }
}

/**
 * Creates what a first start needs, before the service listens.
 * @returns the lines to print once it does: addresses, credentials and, in a demo, commands to try
 */
export async function prepareFirstStart(app: INestApplicationContext): Promise<string[]> {
  return app.get(FirstStart, { strict: false }).prepare();
}
