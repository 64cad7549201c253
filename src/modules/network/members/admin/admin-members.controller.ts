import { Param, Query } from '@nestjs/common';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { ChildrenQuery, RootsQuery } from './member.dto.js';
import { MemberReader } from './member.service.js';
import { AdminChildView, AdminMemberView } from './member.view.js';

/** Members of the network in the admin module. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.read')
export class AdminMembersController {
  constructor(private readonly members: MemberReader) {}

  @Endpoint('GET roots', {
    id: 'adminListRoots',
    summary: 'List the roots of a tree',
    description: 'By uid, without members who have no place in the tree.',
    answer: AdminChildView,
    paged: true,
  })
  roots(@Query() query: RootsQuery): Promise<Page<AdminChildView>> {
    return this.members.roots(query);
  }

  @Endpoint('GET :uid', {
    id: 'adminGetMember',
    summary: 'Read a member of the network',
    description: 'The member’s place in both trees, their upline, and the history of their kind and status.',
    answer: AdminMemberView,
    failures: [notFound('member')],
  })
  read(@Param('uid') uid: string): Promise<AdminMemberView> {
    return this.members.read(uid);
  }

  @Endpoint('GET :uid/children', {
    id: 'adminListMemberChildren',
    summary: 'List the frontline of a member',
    description: 'By leg, then by uid.',
    answer: AdminChildView,
    paged: true,
    failures: [notFound('member')],
  })
  children(@Param('uid') uid: string, @Query() query: ChildrenQuery): Promise<Page<AdminChildView>> {
    return this.members.children(uid, query);
  }
}
