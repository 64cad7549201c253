import { grown } from './arrays.js';
import { Texts } from './texts.js';
import { UidIndex } from './uid-index.js';
import { KINDS, STATUSES, type Kind, type Status } from './words.js';

/** What is known of a member wherever it stands. */
export interface MemberDescription {
  readonly uid: number;
  readonly kind: Kind;
  readonly status: Status;
  /** Milliseconds since 1970. */
  readonly enrolledAt: number;
}

/** The members by their numbers, in columns. */
export class MemberTable {
  private readonly index = new UidIndex((member) => this.uids[member]!);
  private uids = new Float64Array();
  private kinds = new Uint8Array();
  private statuses = new Uint8Array();
  private enrolled = new Float64Array();
  private readonly texts = new Texts();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The number of a member; -1 for nobody. */
  find(uid: number): number {
    return this.index.get(uid);
  }

  uidOf(member: number): number {
    return this.uids[member]!;
  }

  kindOf(member: number): Kind {
    return KINDS[this.kinds[member]!]!;
  }

  statusOf(member: number): Status {
    return STATUSES[this.statuses[member]!]!;
  }

  enrolledAtOf(member: number): number {
    return this.enrolled[member]!;
  }

  /** All members in columns: a copy of what can change. */
  columns(): { uid: Float64Array; kind: Uint8Array; status: Uint8Array } {
    const { count } = this;
    return {
      uid: this.uids.subarray(0, count),
      kind: this.kinds.slice(0, count),
      status: this.statuses.slice(0, count),
    };
  }

  /** Whether a member is of a kind and of a status; undefined admits any. */
  filter(kind: Kind | undefined, status: Status | undefined): (member: number) => boolean {
    const { kinds, statuses } = this;
    const [ofKind, ofStatus] = [kind && KINDS.indexOf(kind), status && STATUSES.indexOf(status)];
    return (member) =>
      (ofKind === undefined || kinds[member] === ofKind) && (ofStatus === undefined || statuses[member] === ofStatus);
  }

  /**
   * Whether a member's name has a text in it, in any case.
   * @param text not empty
   * @param asked how many members will be asked for: for many, all names are read once, one after the other
   */
  searched(text: string, asked: number): (member: number) => boolean {
    return this.texts.matching(text.toLowerCase(), this.count, asked);
  }

  /** Makes room for so many members. */
  reserve(count: number): void {
    this.uids = grown(this.uids, count);
    this.kinds = grown(this.kinds, count);
    this.statuses = grown(this.statuses, count);
    this.enrolled = grown(this.enrolled, count);
  }

  /** Adds the next member, for whom there is room. */
  add(member: MemberDescription, text: Uint8Array): void {
    const number = this.count;
    this.count += 1;
    this.uids[number] = member.uid;
    this.enrolled[number] = member.enrolledAt;
    this.index.set(member.uid, number);
    this.change(number, member, text);
  }

  /** Says how a member is now. */
  change(member: number, { kind, status }: Pick<MemberDescription, 'kind' | 'status'>, text: Uint8Array): void {
    this.kinds[member] = KINDS.indexOf(kind);
    this.statuses[member] = STATUSES.indexOf(status);
    this.rename(member, text);
  }

  /** @param text UTF-8, in any case */
  rename(member: number, text: Uint8Array): void {
    this.texts.set(member, text);
  }
}
