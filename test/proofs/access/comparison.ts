import type { Answer, Sent, Service } from './service.js';

/** How often each half of a pair is sent, in turns. */
const ROUNDS = 7;

/** Headers that differ from one answer to the next, whatever was asked. */
const PASSING = /^(date|x-request-id|ratelimit.*|age)$/;

/** Two requests whose answers may not differ: one names what is somebody else's, the other what does not exist. */
export interface Pair {
  /** The id that it is about: `updateCart body:cart_id`. */
  of: string;
  what: string;
  theirs: Sent;
  nobodys: Sent;
}

/** What came of a pair. */
export interface Compared {
  pair: Pair;
  /** Undefined when the answers are the same. */
  difference: string | undefined;
  /** Medians, in milliseconds. */
  theirs: number;
  nobodys: number;
}

/** Sends both of a pair in turns, and holds all answers against each other. */
export async function compare(service: Service, pair: Pair): Promise<Compared> {
  const times: [number[], number[]] = [[], []];
  let difference: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = await service.send(withAddress(pair.theirs, round));
    const nobodys = await service.send(withAddress(pair.nobodys, round));
    times[0].push(theirs.milliseconds);
    times[1].push(nobodys.milliseconds);
    difference ??= differenceOf(theirs, nobodys);
  }
  return { pair, difference, theirs: median(times[0]), nobodys: median(times[1]) };
}

/** Where two answers differ first; undefined for two of which nobody can tell which is which. */
function differenceOf(theirs: Answer, nobodys: Answer): string | undefined {
  const [one, other] = [told(theirs), told(nobodys)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? undefined : `${one[at]} is not ${other[at]}`;
}

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Failed logins are limited for each address. */
function withAddress(sent: Sent, round: number): Sent {
  return { ...sent, ip: `198.51.100.${round + 1}` };
}

function told({ status, headers, text }: Answer): string[] {
  const kept = Object.entries(headers)
    .filter(([name]) => !PASSING.test(name))
    .sort(([a], [b]) => a.localeCompare(b));
  return [String(status), text.replace(/"request_id":"[^"]*"/, '"request_id":""'), JSON.stringify(kept)];
}
