import { exactNumber, parseExactJson } from '../exact-json.js';

/** How a form (urlencoded, multipart), which knows only texts, carries a field: section 1 of the decisions. */
export type FormKind = 'text' | 'number' | 'json';

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
 * says so. What cannot be converted stays the text that it is, so that validation names it.
 */
export function fromForm(dto: { prototype: object }, form: Record<string, unknown>): Record<string, unknown> {
  const kinds = (dto.prototype as { [KINDS]?: Kinds })[KINDS] ?? {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    if (name !== '__proto__') body[name] = typeof value === 'string' ? convert(value, kinds[name]) : value;
  }
  return body;
}

function convert(text: string, kind: FormKind | undefined): unknown {
  if (kind === 'number') return NUMERIC.test(text) ? exactNumber(text) : text;
  return kind === 'json' ? parseOrKeep(text) : text;
}

function parseOrKeep(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
