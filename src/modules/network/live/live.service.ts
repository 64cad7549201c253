import { Injectable } from '@nestjs/common';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { AppError } from '#common/errors/app-error.js';
import { Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { MemberReader } from '../members/index.js';
import { UsersService } from '#people/users/index.js';
import { LiveThread, type Measured } from './live-thread.js';
import {
  downlineAsked,
  type DownlineMemberView,
  type DownlineQuery,
  type MemberView,
  toDownlineMemberView,
  toMemberView,
  toTreeMemberView,
  toUplineMemberView,
  type TreeQuery,
  type TreeView,
  type UplineMemberView,
  type UplineQuery,
} from './live.dto.js';
import { OwnVolumes } from './own-volumes.js';
import { People, type PersonRow } from './people.js';
import type { LiveStanding } from './requests.js';
import type { LiveMember, LivePage } from './tree/reads.js';

const DEFAULT_DEPTH = 2;

/** What members read of the network: what is below themselves, and who is above. See docs/spec/commissions.md#2. */
@Injectable()
export class LiveService {
  constructor(
    private readonly live: LiveThread,
    private readonly own: OwnVolumes,
    private readonly people: People,
    private readonly audit: AuditLog,
    private readonly users: UsersService,
    private readonly members: MemberReader,
  ) {}

  /**
   * A member's own position. What they bought counts at once, what others bought within 5 seconds.
   * @throws AppError NOT_FOUND for who is no member
   */
  async member(caller: Caller): Promise<MemberView> {
    const uid = caller.actsFor;
    const { answer, measured } = await this.live.tell('member', { uid });
    const found = shown(answer);
    await this.recordRead(caller, 'member');
    const newer = await this.own.newer(found.sponsor, measured);
    const people = await this.people.of([found.sponsor]);
    const { sponsor, placement } = found;
    const view = toMemberView(
      { sponsor: withNewer(sponsor, newer), placement: placement && withNewer(placement, newer) },
      people(sponsor),
      measured.period,
    );
    return { ...view, ...(await this.members.shownFields(uid)) };
  }

  /** Who is above a member, the nearest first. */
  async upline(caller: Caller, query: UplineQuery): Promise<Page<UplineMemberView>> {
    const { tree = 'sponsor' } = query;
    const page = shown(await this.live.ask('upline', { uid: caller.actsFor, tree, ...Pager.bounds(query) }));
    await this.recordRead(caller, 'upline');
    return this.page(caller, query, page, toUplineMemberView);
  }

  /** Who is below a member. */
  async downline(caller: Caller, query: DownlineQuery): Promise<Page<DownlineMemberView>> {
    const asked = downlineAsked(query, query.search ? await this.users.findExact(query.search) : []);
    const page = shown(await this.live.ask('downline', { uid: caller.actsFor, ...asked, ...Pager.bounds(query) }));
    await this.recordRead(caller, 'downline');
    return this.page(caller, query, page, toDownlineMemberView);
  }

  /**
   * A part of a tree.
   * @throws AppError NOT_FOUND for a root that is not below the member
   */
  async tree(caller: Caller, query: TreeQuery): Promise<TreeView> {
    const { tree = 'sponsor', root = caller.actsFor, depth = DEFAULT_DEPTH } = query;
    const members = shown(await this.live.ask('tree', { uid: caller.actsFor, tree, root, depth }));
    await this.recordRead(caller, 'tree');
    const people = await this.people.of(members);
    return { nodes: members.map((member) => toTreeMemberView(member, people(member))) };
  }

  private async page<View>(
    caller: Caller,
    query: PageQuery,
    { rows, count }: LivePage,
    view: (member: LiveMember, person: PersonRow) => View,
  ): Promise<Page<View>> {
    const people = await this.people.of(rows);
    const kept = actsForAnother(caller) ? { ...query, uid: caller.actsFor } : query;
    return new Page(kept, { rows: rows.map((member) => view(member, people(member))), count });
  }

  private recordRead(caller: Caller, part: string): Promise<void> {
    return this.audit.recordRead(caller, { action: 'network.read', entityType: 'network', entityId: part });
  }
}

function withNewer(member: LiveMember, newer: number): LiveMember {
  const { own, personal, group } = member;
  return { ...member, own: own + newer, personal: personal + newer, group: group + newer };
}

function shown<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw AppError.notFound('member');
  return answer;
}

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
    const newer = await this.own.newer(answer.member, measured);
    return { ...answer, member: withNewer(answer.member, newer), measured };
  }
}
