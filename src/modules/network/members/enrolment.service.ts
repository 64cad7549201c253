import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { Enrolment, type EnrolmentRequest } from '#people/users/index.js';
import { placementProblem, validateAbove, validatePlacement, validateSponsor } from './members.rules.js';
import { NOW } from './members.queries.js';
import { Members } from './members.service.js';
import { Placement } from './placement.service.js';
import { NetworkSettingsService } from './settings/network-settings.service.js';

/** Makes `$1` a member of kind `$2` below the sponsor `$3`; `$4` who does it. */
const ENROL = statement(
  'network.enrol',
  `WITH member AS (
     INSERT INTO network_members (uid, enrolled_at) VALUES ($1, ${NOW})
     ON CONFLICT DO NOTHING RETURNING uid, enrolled_at
   ), state AS (
     INSERT INTO network_states (uid, kind, status, from_at, by_uid)
     SELECT uid, $2, 'active', enrolled_at, $4 FROM member
   ), edge AS (
     INSERT INTO network_edges (tree, uid, parent_uid, from_at, by_uid)
     SELECT 'sponsor', uid, $3, enrolled_at, $4 FROM member
   )
   SELECT enrolled_at FROM member`,
);

/** Brings new members into the network. See docs/spec/commissions.md#2. */
@Injectable()
export class NetworkEnrolment extends Enrolment {
  constructor(
    private readonly db: Database,
    private readonly settings: NetworkSettingsService,
    private readonly members: Members,
    private readonly placement: Placement,
    private readonly events: EventRecorder,
  ) {
    super();
  }

  override async validate(tx: EntityManager, request: EnrolmentRequest): Promise<FieldErrors> {
    const { kind, sponsorUid, placement } = request;
    const sponsor = sponsorUid === null ? undefined : await this.members.hold(tx, sponsorUid);
    const refusal = sponsorUid === null ? undefined : validateSponsor(sponsor, kind);
    const errors: FieldErrors = refusal === undefined ? {} : { sponsor: [{ message: refusal }] };
    if (placement === null) return errors;
    const wrong = validatePlacement(request, await this.settings.hold(tx), sponsor);
    if (Object.keys(wrong).length > 0 || sponsor === undefined) return { ...errors, ...wrong };
    return { ...errors, ...(await this.validateParent(tx, placement.parentUid, sponsor.uid)) };
  }

  override async enrol(tx: EntityManager, uid: number, request: EnrolmentRequest): Promise<boolean> {
    const { kind, sponsorUid, byUid } = request;
    // Before any row: who changes the settings waits for all that is about to be placed by them.
    await this.settings.hold(tx);
    const row = await this.db.queryOne<{ enrolled_at: Date }>(tx, ENROL, [uid, kind, sponsorUid, byUid]);
    if (row === undefined) return false;
    await this.events.record(tx, 'member.enrolled', uid, {
      uid,
      kind,
      sponsor_uid: sponsorUid,
      placement: (await this.placement.placeNew(tx, uid, request))?.position ?? null,
      enrolled_at: row.enrolled_at.toISOString(),
    });
    return true;
  }

  private async validateParent(tx: EntityManager, parentUid: number, sponsorUid: number): Promise<FieldErrors> {
    const parent = await this.members.hold(tx, parentUid);
    const isBelow = parent?.isPlaced && (await this.members.isWithin(tx, 'placement', parentUid, sponsorUid));
    const refusal = isBelow ? validateAbove(parent) : 'is not placed below the sponsor';
    return refusal === undefined ? {} : placementProblem(refusal, 'placement.parent');
  }
}
