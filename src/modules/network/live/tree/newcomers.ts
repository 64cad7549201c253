/** Members who came since a tour was made: each after who is above. */
export class Newcomers {
  private readonly list: number[] = [];
  private readonly byParent = new Map<number, number[]>();

  get size(): number {
    return this.list.length;
  }

  /** @param parent a member; below 0 for none */
  add(member: number, parent: number): void {
    this.list.push(member);
    if (parent < 0) return;
    const siblings = this.byParent.get(parent);
    if (siblings === undefined) this.byParent.set(parent, [member]);
    else siblings.push(member);
  }

  /** Adds a member behind all others, who may be among them without a parent. */
  readmit(member: number, parent: number): void {
    const index = this.list.indexOf(member);
    if (index !== -1) this.list.splice(index, 1);
    this.add(member, parent);
  }

  /** In the order in which they came. */
  all(): readonly number[] {
    return this.list;
  }

  /** Who came directly below a member. */
  below(parent: number): readonly number[] {
    return this.byParent.get(parent) ?? [];
  }
}
