import { grown, type Kind, KINDS, type Status, STATUSES } from './columns.js';

const NONE = -1;

/** Where a uid is among the members: an open hash table, a sixth of the memory of a Map. */
export class UidIndex {
  private slots = new Int32Array(64).fill(NONE);
  private used = 0;

  /** @param uidOf the uid of a member that was set */
  constructor(private readonly uidOf: (member: number) => number) {}

  /** The member with the uid, or -1. */
  get(uid: number): number {
    return this.slots[this.slotOf(uid)]!;
  }

  /** Adds a member whose uid is not there yet. */
  set(uid: number, member: number): void {
    if ((this.used + 1) * 2 > this.slots.length) this.grow();
    this.slots[this.slotOf(uid)] = member;
    this.used += 1;
  }

  /** The slot that the uid has, or would take. */
  private slotOf(uid: number): number {
    const mask = this.slots.length - 1;
    // Knuth's multiplicative hash, of both halves of the number.
    let slot = ((Math.imul(uid | 0, 0x9e3779b1) ^ Math.floor(uid / 0x1_0000_0000)) >>> 7) & mask;
    for (;;) {
      const member = this.slots[slot]!;
      if (member === NONE || this.uidOf(member) === uid) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const former = this.slots;
    this.slots = new Int32Array(former.length * 2).fill(NONE);
    for (const member of former) if (member !== NONE) this.slots[this.slotOf(this.uidOf(member))] = member;
  }
}

/** The share of all members from which on it is quicker to search all names in one go. */
const MANY = 1 / 8;

/** So many finds in one go are quicker than looking at each name; more are not. */
const MOST_FINDS = 20_000;

/** Stands behind each name, and in none. */
const END = 0;

/** The names of members in lower case, as bytes in a row: a fifth of the memory of strings, and read as quickly as memory is. */
export class Texts {
  private bytes = new Uint8Array();
  private used = 0;
  /** By entry, one for each name that was set: where it begins, and whose it is. */
  private starts = new Float64Array();
  private owners = new Int32Array();
  private entries = 0;
  /** By member, the entry of its present name. */
  private present = new Int32Array();

  /**
   * Sets the name of a member; the room of a former one is not used again.
   * @param text UTF-8, in any case
   */
  set(member: number, text: Uint8Array): void {
    const lower = lowered(text);
    this.bytes = grown(this.bytes, this.used + lower.length + 1);
    this.starts = grown(this.starts, this.entries + 2);
    this.owners = grown(this.owners, this.entries + 1);
    this.present = grown(this.present, member + 1);
    this.bytes.set(lower, this.used);
    this.bytes[this.used + lower.length] = END;
    this.owners[this.entries] = member;
    this.present[member] = this.entries;
    this.used += lower.length + 1;
    this.entries += 1;
    this.starts[this.entries] = this.used;
  }

  /**
   * Whether the name of a member has a text in it.
   * @param text in lower case, not empty
   * @param members how many members there are
   * @param asked how many will be asked for
   */
  matching(text: string, members: number, asked: number): (member: number) => boolean {
    const sought = Buffer.from(text);
    if (asked < members * MANY) return (member) => this.has(member, sought);
    const found = this.all(sought, members);
    return (member) => found[member] === 1;
  }

  private has(member: number, sought: Uint8Array): boolean {
    const entry = this.present[member]!;
    const last = this.starts[entry + 1]! - 1 - sought.length;
    for (let at = this.starts[entry]!; at <= last; at += 1) {
      let same = 0;
      while (same < sought.length && this.bytes[at + same] === sought[same]) same += 1;
      if (same === sought.length) return true;
    }
    return false;
  }

  private all(sought: Buffer, members: number): Uint8Array {
    const found = new Uint8Array(members);
    const all = Buffer.from(this.bytes.buffer, 0, this.used);
    for (let finds = 0, from = 0; finds < MOST_FINDS; finds += 1) {
      const at = all.indexOf(sought, from);
      if (at === -1) return found;
      const entry = this.entryAt(at);
      const owner = this.owners[entry]!;
      if (this.present[owner] === entry) found[owner] = 1;
      from = this.starts[entry + 1]!;
    }
    for (let member = 0; member < members; member += 1) if (this.has(member, sought)) found[member] = 1;
    return found;
  }

  /** The entry that a byte belongs to. */
  private entryAt(at: number): number {
    let [low, high] = [0, this.entries - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** In lower case, whatever the locale of the database: by bytes where all are ASCII. */
function lowered(text: Uint8Array): Uint8Array {
  const lower = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index]!;
    if (byte >= 128) return Buffer.from(Buffer.from(text).toString().toLowerCase());
    lower[index] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  }
  return lower;
}

/** What is known of a member wherever it stands. */
export interface MemberDescription {
  readonly uid: number;
  readonly kind: Kind;
  readonly status: Status;
  /** Milliseconds since 1970. */
  readonly enrolledAt: number;
}

/** Stands for the uid of the parent of a member at the top. */
export const TOP = 0;

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
