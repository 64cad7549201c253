import { Injectable } from '@nestjs/common';
import { AppError } from '#common/errors/app-error.js';
import { LiveThread } from './live-thread.js';
import type { Measured } from './live.messages.js';
import { OwnVolumes } from './own-volumes.js';
import type { LiveStanding } from './tree/standing.js';

/** A member as it stands now, and what its volumes are of. */
export interface MemberStanding extends LiveStanding {
  readonly measured: Measured;
}

/** Members as a plan evaluates them, for the room that knows plans. Decision 72. */
@Injectable()
export class MemberStandings {
  constructor(
    private readonly live: LiveThread,
    private readonly own: OwnVolumes,
  ) {}

  /**
   * A member with its legs. What it bought itself counts at once, what others bought within 5 seconds.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async of(uid: number): Promise<MemberStanding> {
    const { answer, measured } = await this.live.tell('standing', { uid });
    if (answer === undefined) throw AppError.notFound('member');
    const { member } = answer;
    const newer = await this.own.newer(member, measured);
    const counted = {
      ...member,
      own: member.own + newer,
      personal: member.personal + newer,
      group: member.group + newer,
    };
    return { ...answer, member: counted, measured };
  }
}
