import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import type { Application } from './application.entity.js';
import type { ApplicationView } from './application.view.js';

/** A change of settings: the previous ones, and the locked application with the new ones. */
export interface ApplicationChange {
  before: ApplicationView;
  application: Application;
}

type ChangeHook = (tx: EntityManager, caller: Caller, change: ApplicationChange) => Promise<void>;

/** Hooks of other rooms on changes of applications. They run in the transaction; an error refuses the change. */
@Injectable()
export class ApplicationChangeHooks {
  private readonly hooks: ChangeHook[] = [];

  add(hook: ChangeHook): void {
    this.hooks.push(hook);
  }

  async run(tx: EntityManager, caller: Caller, change: ApplicationChange): Promise<void> {
    for (const hook of this.hooks) await hook(tx, caller, change);
  }
}
