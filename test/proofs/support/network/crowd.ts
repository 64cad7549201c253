import type { Random } from '../random.js';

/** A member whom the clients know. */
export interface Known {
  readonly uid: number;
  readonly username: string;
}

/** Sponsors under whom everybody comes at the same time, and how many sign-ups each gets before another takes its place. */
const SPONSORS = 3;
const SIGN_UPS = 30;

/** Members who came lately, below whom most places are free. */
const LATE = 12;

const REMEMBERED = 40;

/** What the clients of a load know of the network; it may be long past. */
export class Crowd {
  private readonly members: Known[] = [];
  private readonly sponsors: { member: Known; uses: number }[] = [];
  /** Orders that are paid, with their lines. */
  readonly paid: { order: number; lines: readonly number[] }[] = [];
  /** Members who were suspended or terminated, or are no distributors, so that all do not end so. */
  readonly changed: { uid: number; back: object }[] = [];
  private labels = 0;

  /**
   * @param name stands in all that the clients make
   * @param founders roots of both trees
   */
  constructor(
    readonly name: string,
    founders: readonly Known[],
    private readonly random: Random,
  ) {
    this.members.push(...founders);
  }

  /** Whether a username or a reason is one of this crowd's. */
  isOurs(label: string): boolean {
    return label.startsWith(`${this.name}-`) || label.startsWith('place ');
  }

  /** A name or reason that nothing else has. */
  label(what: string): string {
    this.labels += 1;
    return `${this.name}-${what}-${this.labels}`;
  }

  came(member: Known): void {
    this.members.push(member);
  }

  anybody(): Known {
    return this.random.pick(this.members);
  }

  /** Somebody who came lately. */
  late(): Known {
    return this.random.pick(this.members.slice(-LATE));
  }

  /** One of the few sponsors of the day. */
  sponsor(): Known {
    while (this.sponsors.length < SPONSORS) this.sponsors.push({ member: this.anybody(), uses: 0 });
    const drawn = this.random.pick(this.sponsors);
    drawn.uses += 1;
    if (drawn.uses >= SIGN_UPS) this.sponsors.splice(this.sponsors.indexOf(drawn), 1);
    return drawn.member;
  }

  /** Remembers something of which only the newest are needed. */
  static remember<T>(list: T[], one: T): void {
    list.push(one);
    if (list.length > REMEMBERED) list.shift();
  }
}
