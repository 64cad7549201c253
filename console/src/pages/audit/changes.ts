import { inWords } from '../../components/format';
import { t } from '../../i18n/t';

/** A changed setting, as text; undefined if it was absent. */
export interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/**
 * The differences between two states, by path: `access.hosts.allow`. If only one of them is given, everything
 * differs.
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
    if (path !== '' && value === null) into.set(path, t('none'));
  } else if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
    value.forEach((one, index) => flatten(one, `${path}[${index + 1}]`, into));
  } else if (Array.isArray(value)) {
    into.set(path, value.length === 0 ? t('empty') : value.join(', '));
  } else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) flatten(one, path === '' ? key : `${path}.${key}`, into);
  } else {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    into.set(path === '' ? 'value' : path, text === '' ? t('empty') : text);
  }
  return into;
}

/** A setting in words. What the API calls a product of a bundle, the console calls a variant. @param of the type of what was changed */
export function settingInWords(name: string, of: string): string {
  return inWords(of === 'bundle' ? name.replace(/^products(?=\[)/, 'variant') : name);
}
