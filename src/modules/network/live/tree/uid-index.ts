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
