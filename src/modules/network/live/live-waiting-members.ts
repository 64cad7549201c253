import { Injectable } from '@nestjs/common';
import { WaitingMembers, type WaitingAsked, type WaitingFound } from '../members/index.js';
import { LiveThread } from './live-thread.js';

/** Finds who waits in the live network. Decision 64. */
@Injectable()
export class LiveWaitingMembers extends WaitingMembers {
  constructor(private readonly live: LiveThread) {
    super();
  }

  override find({ sponsorUid, ...asked }: WaitingAsked): Promise<WaitingFound> {
    const uids = sponsorUid === undefined ? [] : [sponsorUid];
    return this.live.ask('waiting', { uids, ...asked });
  }
}
