import type { Client, Job, Sent, SideName } from './job.js';

/** What a client does, by the names of the jobs, over and over; what it adds it takes out again before it reads. */
const ROUND = [
  'cart-read',
  'list-500',
  'cart-read',
  'cart-change',
  'cart-read',
  'cart-add',
  'cart-add',
  'cart-read',
  'wishlist-read',
  'cart-read',
];

/** After so many rounds it exchanges its refresh token, and logs in. */
const ROUNDS = 20;
const LAST = ['refresh', 'log-in'];

/** Those that exchange tokens are others than those that shop with theirs. */
const OTHER_PERSON = 32;

/**
 * A client that does all that a shop's clients do, in turn.
 * @param index of its connection, 0 to 31; they begin at different rounds
 */
export function mixOf(jobs: readonly Job[], index: number, side: SideName): Client {
  const client = (name: string, person: number): Client => {
    const job = jobs.find((one) => one.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    return job.client(person, side);
  };
  const round = new Map([...new Set(ROUND)].map((name) => [name, client(name, index)]));
  const last = LAST.map((name) => client(name, index + OTHER_PERSON));
  const turns = Array.from({ length: ROUNDS }, () => ROUND.map((name) => round.get(name)!)).flat();
  return new Mix([...turns, ...last], (index % ROUNDS) * ROUND.length);
}

class Mix implements Client {
  private current: Client;

  constructor(
    private readonly turns: readonly Client[],
    private turn: number,
  ) {
    this.current = turns[turn % turns.length]!;
  }

  get uid(): number {
    return this.current.uid;
  }

  next(): Sent {
    this.current = this.turns[this.turn % this.turns.length]!;
    this.turn += 1;
    return this.current.next();
  }

  check(status: number, body: string): boolean {
    return this.current.check(status, body);
  }
}
