import type { z } from 'zod';

/** An issue before it has a message; `input` is what was sent. */
type RawIssue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** Says what a schema found wrong in the words of the API, as `messages` of DTOs do. */
export function worded(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue.input, String(issue.expected));
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be one of ${(issue.values as unknown[]).join(', ')}`;
    case 'invalid_union':
      return unionProblem(issue);
    case 'too_big':
      return sizeProblem(issue, { origin: issue.origin, word: 'at most', strict: 'below', limit: issue.maximum });
    case 'too_small':
      return sizeProblem(issue, { origin: issue.origin, word: 'at least', strict: 'above', limit: issue.minimum });
    default:
      return undefined;
  }
}

function typeProblem(input: unknown, expected: string): string {
  if (input === undefined) return 'is required';
  if (input === null) return 'must not be null';
  // What a body has in the place of a number that a double does not hold exactly.
  if (Number.isNaN(input)) return 'has more digits than can be held exactly';
  // As bodies have it: see UNSTORABLE_TEXT.
  if (typeof input === 'symbol') return 'must not have NUL characters or unpaired surrogates';
  return `must be ${KINDS[expected] ?? expected}`;
}

/** A part without the field that says what it is, or with an unknown word there. */
function unionProblem({ input, discriminator, options }: RawIssue): string {
  const value = (input as Record<string, unknown> | undefined)?.[String(discriminator)];
  if (value === undefined) return 'is required';
  return `must be one of ${((options ?? []) as unknown[]).join(', ')}`;
}

interface Bound {
  origin: string;
  word: string;
  strict: string;
  limit: number | bigint;
}

function sizeProblem({ inclusive }: RawIssue, { origin, word, strict, limit }: Bound): string {
  if (origin === 'string') return `must be ${word} ${limit} characters`;
  if (origin === 'array') return `must have ${word} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `must be ${inclusive === false ? strict : word} ${limit}`;
}
