/** Which of the servers: the service, the floor, or the floor that also computes what the service does. */
export type SideName = 'service' | 'floor' | 'computing';

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

/** What is measured, in this order. */
export const JOB_NAMES = [
  'cart-read',
  'cart-change',
  'cart-add',
  'wishlist-read',
  'list-500',
  'list-large',
  'search-large',
  'bundle-create',
  'bulk-create',
  'log-in',
  'refresh',
  'refused-key',
  'refused-token',
  'refused-body',
] as const;

export type JobName = (typeof JOB_NAMES)[number];

/** Connections at which the targets are to be held. */
const TARGET_CONNECTIONS = 32;

/** The most processor time that is wanted of a job with so many connections, as a multiple of the computing floor's. */
export function targetOf({ target }: Job, connections: number): number | undefined {
  return connections === TARGET_CONNECTIONS ? target : undefined;
}

/** One thing that is measured. */
export interface Job {
  name: string;
  title: string;
  /** Which catalogue it works on. */
  catalogue: 'small' | 'large';
  /** The most processor time that is wanted at {@link TARGET_CONNECTIONS}, as a multiple of the computing floor's. */
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
