import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import type { Application } from './application.entity.js';
import type { ApplicationView } from './application.view.js';

/** A change to an application's settings: what they were, and the locked application as it is now. */
export interface ApplicationChange {
  before: ApplicationView;
  application: Application;
}

/**
 * What another room does when an application's settings change, in the same transaction; what it throws refuses the change.
 */
type ApplicationFollower = (tx: EntityManager, caller: Caller, change: ApplicationChange) => Promise<void>;

/** Lets rooms that build on applications follow their changes, although this room does not know them. */
@Injectable()
export class ApplicationFollowers {
  private readonly followers: ApplicationFollower[] = [];

  /** Calls a follower at every change from now on. */
  add(follower: ApplicationFollower): void {
    this.followers.push(follower);
  }

  /** Tells all followers of a change, one after the other. */
  async follow(tx: EntityManager, caller: Caller, change: ApplicationChange): Promise<void> {
    for (const follower of this.followers) await follower(tx, caller, change);
  }
}
