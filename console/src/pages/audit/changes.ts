/** A setting that an act changed, as text; undefined where it was not there. */
export interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/**
 * What differs between two states, by the path of each setting: `access.hosts.allow`. Of an act that only tells what was
 * before, or only what is after, everything differs.
 */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const old = flatten(before);
  const now = flatten(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter((change) => change.before !== change.after);
}

function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) {
    if (path !== '' && value === null) into.set(path, 'none');
  } else if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
    value.forEach((one, index) => flatten(one, `${path}[${index + 1}]`, into));
  } else if (Array.isArray(value)) {
    into.set(path, value.length === 0 ? 'empty' : value.join(', '));
  } else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) flatten(one, path === '' ? key : `${path}.${key}`, into);
  } else {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    into.set(path === '' ? 'value' : path, text === '' ? 'empty' : text);
  }
  return into;
}
