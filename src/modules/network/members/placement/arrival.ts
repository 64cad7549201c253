import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import type { EnrolmentRequest } from '#people/users/index.js';
import { problem } from '../enrolment.rules.js';
import type { PositionData } from '../members.events.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import { Placement } from './placement.service.js';

const TAKEN = problem('is taken', 'placement.leg');

/** Where a member was placed, and since when. */
export interface Arrived {
  readonly position: PositionData;
  readonly at: Date;
}

/** Finds the place of who has just become a distributor. */
@Injectable()
export class Arrival {
  constructor(
    private readonly settings: NetworkSettingsService,
    private readonly placement: Placement,
  ) {}

  /**
   * Places a member, if it is a distributor whose sponsor is placed: where somebody chose, or by the rule of the network.
   * @returns null for who waits in a holding tank, or has no place in the tree
   * @throws AppError VALIDATION on `placement` when the place that was chosen is taken
   */
  async place(
    tx: EntityManager,
    uid: number,
    { kind, sponsorUid, placement, byUid }: EnrolmentRequest,
  ): Promise<Arrived | null> {
    const { placement: tree, spill } = await this.settings.hold(tx);
    if (tree === 'none' || kind !== 'distributor') return null;
    if (sponsorUid === null)
      return { position: { parent_uid: null, leg: null }, at: await this.placement.placeRoot(tx, uid, byUid) };
    const doer = { byUid, reason: null };
    if (placement !== null) {
      const at = await this.placement.place(tx, uid, placement, doer);
      if (at === undefined) throw AppError.ofFields('VALIDATION', TAKEN);
      return { position: { parent_uid: placement.parentUid, leg: placement.leg }, at };
    }
    if (spill === 'manual') return null;
    const place = await this.placement.spill(tx, uid, sponsorUid, spill, doer);
    return place === undefined ? null : { position: { parent_uid: place.parentUid, leg: place.leg }, at: place.at };
  }
}
