import { decimal, type Decimal } from '../money/decimal.js';
import { exactNumber, parseExactJson, sourceOf } from '../money/exact-json.js';
import { countJsonValues, MAX_JSON_VALUES } from './json.js';

/** A body that came as a form: texts only, to be converted by the DTO it is meant for. */
export class FormBody {
  constructor(readonly fields: Record<string, unknown>) {}
}

/** How a form (urlencoded, multipart), which knows only texts, carries a field: docs/spec/service.md#1. `exact` is a number of any
 * number of digits, which a DTO has as a decimal where a double does not hold it. */
export type FormKind = 'text' | 'number' | 'exact' | 'json';

/** Characters of a decimal: more than any amount has. */
const MOST_DIGITS = 40;

const KINDS = Symbol('form-fields');
const NUMERIC = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

type Kinds = Record<string, FormKind>;

/** Records how a form carries the decorated field. */
export function formField(kind: FormKind): PropertyDecorator {
  return (prototype, name) => {
    const owner = prototype as { [KINDS]?: Kinds };
    owner[KINDS] = { ...owner[KINDS], [name as string]: kind };
  };
}

/**
 * The JSON body that a form stands for: numeric strings become numbers and JSON texts objects or arrays, where the DTO
 * says so. What cannot be converted, or has too many values, stays the text that it is, so that validation names it.
 */
export function fromForm(dto: { prototype: object }, form: Record<string, unknown>): Record<string, unknown> {
  const kinds = (dto.prototype as { [KINDS]?: Kinds })[KINDS] ?? {};
  const body: Record<string, unknown> = {};
  let values = 0;
  for (const [name, value] of Object.entries(form)) {
    if (name === '__proto__') continue;
    const kind = typeof value === 'string' ? kinds[name] : undefined;
    if (kind === 'json') values += countJsonValues(value as string);
    body[name] = values > MAX_JSON_VALUES ? value : convert(value, kind);
  }
  return body;
}

function convert(value: unknown, kind: FormKind | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'exact' && NUMERIC.test(value)) return exactOrDecimal(value);
  if (kind === 'number') return NUMERIC.test(value) ? exactNumber(value) : value;
  return kind === 'json' ? parseOrKeep(value) : value;
}

/** A number, or a decimal where a double does not hold it. */
function exactOrDecimal(text: string): number | Decimal {
  const number = exactNumber(text);
  return Number.isNaN(number) ? decimal(text) : number;
}

/** The value of a field of a JSON body: of kind `exact`, a decimal where a double does not hold it. */
export function valueOf(dto: { prototype: object }, plain: Readonly<Record<string, unknown>>, name: string): unknown {
  const isExact = (dto.prototype as { [KINDS]?: Kinds })[KINDS]?.[name] === 'exact';
  const source = isExact ? sourceOf(plain, name) : undefined;
  return source === undefined || source.length > MOST_DIGITS ? plain[name] : decimal(source);
}

function parseOrKeep(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
