import type { EntityManager } from 'typeorm';
import type { FieldErrors } from '#common/errors/app-error.js';

/** What a member can be. Distributors are paid; preferred customers and customers buy. */
export const MEMBER_KINDS = ['distributor', 'preferred', 'customer'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** How a new member comes into the network. */
export interface EnrolmentRequest {
  readonly kind: MemberKind;
  /** Null: a root. */
  readonly sponsorUid: number | null;
  /** The place in the placement tree, where somebody chose it; null: by the rule of the network. */
  readonly placement: {
    readonly parentUid: number;
    readonly leg: number;
    /** If the place is taken, or members wait in holding tanks, the rule of the network decides. */
    readonly isWish?: true;
  } | null;
  /** Who does it; null for the service itself. */
  readonly byUid: number | null;
}

/** Brings users with the role member into the network; provided by the room of its members. */
export abstract class Enrolment {
  /**
   * What is wrong with an enrolment, by field: `sponsor` and `placement`. The sponsor is held against termination until the
   * transaction ends.
   */
  abstract validate(tx: EntityManager, request: EnrolmentRequest): Promise<FieldErrors>;

  /**
   * Makes a user a member, places it, and records `member.enrolled`. Call it late in a transaction: others wait for its place.
   * @param request one that {@link validate} has nothing against
   * @returns false when the user is a member already, and nothing was done
   * @throws AppError VALIDATION on `placement` when somebody else has just taken the place
   */
  abstract enrol(tx: EntityManager, uid: number, request: EnrolmentRequest): Promise<boolean>;
}
