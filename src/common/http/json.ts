import { AppError } from '../errors/app-error.js';
import { parseExactJson } from '../exact-json.js';

/** How deep objects and arrays may be nested in a body. Deeper JSON would overflow class-transformer's stack. */
export const MAX_DEPTH = 32;

const NOT_TEXT = 'must not have NUL characters or unpaired surrogates';

/**
 * Parses a JSON body. A number that a double cannot hold exactly becomes NaN, which every number rule refuses: it is
 * never rounded behind the client's back.
 * @throws AppError BAD_REQUEST for malformed, too deep or unstorable JSON
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    throw new AppError('BAD_REQUEST', 'the body is not valid JSON');
  }
  assertCleanJson(value);
  return value;
}

/**
 * Walks a parsed value, without recursion: too deep, or text that cannot be stored, is refused with the field named;
 * `__proto__` keys are removed.
 */
export function assertCleanJson(root: unknown): void {
  if (typeof root === 'string') assertText(root, []);
  const pending: { value: object; path: (string | number)[] }[] = [];
  const visit = (value: unknown, path: (string | number)[]): void => {
    if (typeof value === 'string') assertText(value, path);
    else if (typeof value === 'object' && value !== null) pending.push({ value, path });
  };
  visit(root, []);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (path.length >= MAX_DEPTH) {
      throw AppError.ofField('BAD_REQUEST', fieldOf(path), `must not be nested deeper than ${MAX_DEPTH} levels`);
    }
    if (Array.isArray(value)) value.forEach((entry, index) => visit(entry, [...path, index]));
    else visitObject(value as Record<string, unknown>, path, visit);
  }
}

function visitObject(
  object: Record<string, unknown>,
  path: (string | number)[],
  visit: (value: unknown, path: (string | number)[]) => void,
): void {
  for (const key of Object.keys(object)) {
    if (key === '__proto__') {
      delete object[key];
      continue;
    }
    if (!isStorable(key)) throw AppError.ofField('VALIDATION', fieldOf(path), 'has a name that cannot be stored');
    visit(object[key], [...path, key]);
  }
}

function assertText(text: string, path: (string | number)[]): void {
  if (isStorable(text)) return;
  const field = fieldOf(path);
  const full = path.reduce<string>(
    (all, step) => (typeof step === 'number' ? `${all}[${step}]` : all ? `${all}.${step}` : step),
    '',
  );
  throw AppError.ofFields('VALIDATION', {
    [field]: [full === field ? { message: NOT_TEXT } : { message: NOT_TEXT, path: full }],
  });
}

/** Whether PostgreSQL can store a text: no NUL, and well-formed Unicode. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function fieldOf(path: (string | number)[]): string {
  return String(path.find((step) => typeof step === 'string') ?? 'detail');
}
