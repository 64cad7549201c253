/** Which of the two servers. */
export type SideName = 'service' | 'floor';

/** A request of a job; `path` begins with a slash. */
export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** What one connection does: asks again and again, and looks at each answer. */
export interface Client {
  /** Headers of all its requests, but for those of the side. */
  readonly uid: number;
  next(): Sent;
  /** Whether the answer is right; a client may remember what it says. */
  check(status: number, body: string): boolean;
}

/** One thing that is measured. */
export interface Job {
  name: string;
  title: string;
  /** Which catalogue it works on. */
  catalogue: 'small' | 'large';
  /** The least ratio to the floor at 32 connections that is wanted. */
  target?: number;
  /** Seconds that a measurement takes at least, for a side that answers seldom. */
  leastSeconds?: number;
  /** What one request makes or reads, where the cost of one of them is told too. */
  units?: number;
  /** False for what the floor does not do: refusals. */
  hasFloor: boolean;
  /** A client for each connection, from 0 on, to one of the servers. */
  client(index: number, side: SideName): Client;
  /** Headers that the job sends in place of the right ones. */
  wrong?: Readonly<Record<string, string>>;
}
