import { grown } from './arrays.js';
import { KINDS, STATUSES, type Kind, type Status } from './words.js';

/** Numbers of a member. */
const COLUMNS = 6;

/** Bytes of a name, about. */
const TEXT_BYTES = 32;

/** A parent's uid where there is none: at the top, or without a place. */
export const TOP = 0;
export const NO_PLACE = -1;

/** A member as it is read: numbers in columns, and the name as bytes. */
export interface MemberRow {
  readonly uid: number;
  readonly kind: Kind;
  readonly status: Status;
  /** Milliseconds since 1970. */
  readonly enrolledAt: number;
  /** A uid, or {@link TOP}. */
  readonly sponsor: number;
  /** A uid, {@link TOP} or {@link NO_PLACE}. */
  readonly placement: number;
  readonly leg: number;
  /** As UTF-8. */
  readonly text: Uint8Array;
}

/** Many members, before their order in the tree is known. */
export class MemberRows {
  private numbers = new Float64Array();
  private text = new Uint8Array();
  private ends = new Float64Array();
  private used = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(row: MemberRow): void {
    const start = this.count * COLUMNS;
    this.numbers = grown(this.numbers, start + COLUMNS);
    this.numbers[start] = row.uid;
    this.numbers[start + 1] = KINDS.indexOf(row.kind) * STATUSES.length + STATUSES.indexOf(row.status);
    this.numbers[start + 2] = row.enrolledAt;
    this.numbers[start + 3] = row.sponsor;
    this.numbers[start + 4] = row.placement;
    this.numbers[start + 5] = row.leg;
    this.text = grown(this.text, this.used + Math.max(TEXT_BYTES, row.text.length));
    this.text.set(row.text, this.used);
    this.used += row.text.length;
    this.count += 1;
    this.ends = grown(this.ends, this.count);
    this.ends[this.count - 1] = this.used;
  }

  uidAt(index: number): number {
    return this.numbers[index * COLUMNS]!;
  }

  sponsorAt(index: number): number {
    return this.numbers[index * COLUMNS + 3]!;
  }

  at(index: number): MemberRow {
    const [uid, words, enrolledAt, sponsor, placement, leg] = this.numbers.subarray(index * COLUMNS) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return {
      uid,
      kind: KINDS[Math.floor(words / STATUSES.length)]!,
      status: STATUSES[words % STATUSES.length]!,
      enrolledAt,
      sponsor,
      placement,
      leg,
      text: this.text.subarray(index === 0 ? 0 : this.ends[index - 1], this.ends[index]),
    };
  }
}
