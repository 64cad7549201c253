import {
  context,
  createContextKey,
  SpanKind,
  SpanStatusCode,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { SteadyClient } from '@commerce/postgres';

/** Statements of one request or job that have a span: a run of hours would bury its trace under millions. */
const MAX_SPANS = 1_000;

const BUDGET = createContextKey('statements that may still have a span');

/** Statements whose sanitized text is kept; the service has a few hundred. */
const MAX_KEPT = 1_000;

/** Strings, also dollar-quoted ones, and numbers that are no part of a name or a placeholder. */
const LITERALS = /'(?:[^']|'')*'|(\$[A-Za-z_]*\$).*?\1|(?<![\w$"])\d+(?:\.\d+)?(?![\w"])/gs;

type Query = (this: unknown, ...args: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/** A text of a statement, and what it is called. */
interface Described {
  readonly name: string;
  readonly attributes: Record<string, string>;
}

/** A context whose statements get spans, up to a limit. */
export function withStatements(parent: Context): Context {
  return parent.setValue(BUDGET, { left: MAX_SPANS });
}

/** Begins a span with each statement that belongs to a traced request or job. Only the text is recorded, never a value. */
export function traceStatements(tracer: Tracer): void {
  const prototype = SteadyClient.prototype as unknown as { query: Query };
  const query = prototype.query;
  const described = new Map<string, Described>();
  prototype.query = function (...args) {
    const parent = context.active();
    const text = textOf(args[0]);
    const budget = parent.getValue(BUDGET) as { left: number } | undefined;
    if (text === undefined || budget === undefined || budget.left <= 0) return query.apply(this, args);
    budget.left -= 1;
    const { name, attributes } = describe(text, nameOf(args[0]), described);
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = context.bind(parent, (error: unknown, result: unknown) => {
        end(span, error);
        (callback as Callback)(error, result);
      });
      return query.apply(this, args);
    }
    const result = query.apply(this, args) as Promise<unknown>;
    result.then(
      () => end(span, undefined),
      (error: unknown) => end(span, error),
    );
    return result;
  };
}

/** The text of a statement without literals: with `?` for each. */
export function withoutLiterals(text: string): string {
  return text.replaceAll(LITERALS, '?').replaceAll(/\s+/g, ' ').trim();
}

function describe(text: string, name: string | undefined, kept: Map<string, Described>): Described {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const [operation = ''] = /^\s*\w+/.exec(text) ?? [];
  const made = {
    name: name ?? operation.trim().toUpperCase(),
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) },
  };
  if (kept.size < MAX_KEPT) kept.set(text, made);
  return made;
}

/** Undefined for cursors and COPY, which bring their own way to be run. */
function textOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  const { text, submit } = (first ?? {}) as { text?: unknown; submit?: unknown };
  return typeof submit === 'function' || typeof text !== 'string' ? undefined : text;
}

function nameOf(first: unknown): string | undefined {
  const { name, label } = first as { name?: string; label?: string };
  return name ?? label;
}

/** Only the code of an error is recorded: messages contain values. */
function end(span: Span, error: unknown): void {
  if (error !== undefined && error !== null) {
    const { code } = error as { code?: string };
    span.setAttribute('error.type', code ?? 'unknown').setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
