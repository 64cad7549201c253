import { expect } from '@jest/globals';

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

/** Whether it is a problem of a field as the service sends it. */
const isSent = (value: unknown): value is Plain =>
  isPlain(value) && typeof value.message === 'string' && typeof value.code === 'string' && isPlain(value.params);

/**
 * A test may say only the message of a problem: its code and params follow from it, by the tables of src/messages.ts.
 */
expect.addEqualityTesters([
  function problems(sent: unknown, expected: unknown): boolean | undefined {
    if (!isSent(sent) || !isPlain(expected) || !('message' in expected) || 'code' in expected) return undefined;
    const { code: _, params: __, ...rest } = sent;
    // What else may be equal, Jest decides.
    return this.equals(rest, expected) || undefined;
  },
]);
