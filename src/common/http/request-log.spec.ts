import { describe, expect, it } from '@jest/globals';
import { traceId } from './request-log.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('the trace id of a request', () => {
  it.each([
    ['of this version', `00-${TRACE}-${PARENT}-01`],
    ['of a later one', `cc-${TRACE}-${PARENT}-01`],
    ['of a later one that says more', `cc-${TRACE}-${PARENT}-01-what-the-future-brings`],
  ])('is that of a traceparent %s', (_what, traceparent) => {
    expect(traceId({ traceparent })).toBe(TRACE);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has the version that is forbidden', `ff-${TRACE}-${PARENT}-01`],
    ['has capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['names no trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['names no parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['is too short', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['says more than its version has', `00-${TRACE}-${PARENT}-01-more`],
    ['comes twice', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['holds a line', `00-${TRACE}-${PARENT}-01\n`],
  ])('is none when traceparent %s', (_what, traceparent) => {
    expect(traceId(traceparent === undefined ? {} : { traceparent })).toBeUndefined();
  });
});
