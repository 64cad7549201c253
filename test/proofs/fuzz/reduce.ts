import type { Wire } from './wire.js';

/** Most requests that are sent to make a failing one smaller. */
const TRIES = 60;

/**
 * Makes a failing request smaller: leaves out what it fails without as well.
 * @param fails whether a request still fails in the same way
 */
export async function reduce(wire: Wire, fails: (smaller: Wire) => Promise<boolean>): Promise<Wire> {
  let smallest = wire;
  let tries = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerOnes(smallest)) {
      tries += 1;
      if (tries > TRIES) return smallest;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** Requests with one thing less. */
function* smallerOnes(wire: Wire): Generator<Wire> {
  const [path = '', query] = wire.address.split(/\?(.*)/s);
  const pairs = query === undefined ? [] : query.split('&');
  for (const at of pairs.keys()) {
    const left = pairs.filter((_, index) => index !== at).join('&');
    yield { ...wire, address: left === '' ? path : `${path}?${left}` };
  }
  for (const at of wire.headers.keys()) {
    if (wire.headers[at]![0] === 'content-type') continue;
    yield { ...wire, headers: wire.headers.filter((_, index) => index !== at) };
  }
  if (wire.body === undefined) return;
  yield { ...wire, body: undefined, headers: wire.headers.filter(([name]) => name !== 'content-type') };
  for (const text of smallerJson(wire.body.toString())) yield { ...wire, body: Buffer.from(text) };
}

/** JSON texts with one field or entry less. */
function smallerJson(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return [];
  }
  return smallerValues(value).map((smaller) => JSON.stringify(smaller));
}

function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const entries: unknown[] = value;
    return entries.map((_, at) => entries.filter((__, index) => index !== at)).slice(0, 10);
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const without = entries.map((_, at) => Object.fromEntries(entries.filter((__, index) => index !== at)));
  const within = entries.flatMap(([name, field]) =>
    smallerValues(field).map((smaller) => ({ ...value, [name]: smaller })),
  );
  return [...without, ...within];
}
