import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { shownCustomFields, withoutPersonal } from '#common/custom-fields/index.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { NetworkMember } from './member.entity.js';
import { Members } from './members.service.js';

/** The position of a member in their export. It stays when they are erased, but for custom fields: others stand below. */
@Injectable()
export class MemberPersonalData {
  constructor(private readonly members: Members) {}

  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const standing = await this.members.standing(tx, uid);
    if (standing === undefined) return add('network', null);
    const { kind, status } = standing;
    const member = await tx.findOneByOrFail(NetworkMember, { uid });
    const sponsor = await this.members.position(tx, 'sponsor', uid);
    add('network', {
      kind,
      status,
      sponsor_uid: sponsor?.parent_uid ?? null,
      placement: await this.members.position(tx, 'placement', uid),
      ...shownCustomFields('members', member.customFields, 'person'),
    });
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    const member = await tx.findOneBy(NetworkMember, { uid });
    if (member === null || member.customFields === null) return;
    await tx.update(NetworkMember, { uid }, { customFields: withoutPersonal('members', member.customFields) });
  }
}
