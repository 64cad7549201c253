import { describe, expect, it } from '@jest/globals';
import { holdsCredential, loggedPath, traceId } from './request-log.js';

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

describe('the path in a log', () => {
  it.each([
    ['/api/v1/token/?ticket=st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/api/v1/token/'],
    ['/api/v1/token/st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/api/v1/token/[redacted]'],
    ['/callback/ac_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/callback/[redacted]'],
    ['/api/rt_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM?a', '/api/[redacted]'],
    ['/a/eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI3In0.c2ln', '/a/[redacted]'],
    ['/whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD/x', '/[redacted]'],
    ['/whsec_C2FVsBQIhrscChlQIMV%2Bb5sSYspob7oD', '/[redacted]'],
    ['/a/GawgguFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq3Xk/', '/a/[redacted]/'],
    ['/a/Gaw-guFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq_Xk', '/a/[redacted]'],
    ['/a/Gaw-guFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq_Xk1', '/a/Gaw-guFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq_Xk1'],
    ['/Bearer%20eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI3In0.c2ln', '/Bearer%20[redacted]'],
    ['/a%2frt_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/a%2f[redacted]'],
    ['/key%3DGawgguFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq3Xk%0A', '/key%3D[redacted]%0A'],
    ['http://alice:s3cret@shop.example/api/v1/token/', 'http://[redacted]@shop.example/api/v1/token/'],
    ['http://shop.example/api/v1/@a', 'http://shop.example/api/v1/@a'],
    ['/admin/api/bundles/st_valentine/delete-impact/', '/admin/api/bundles/st_valentine/delete-impact/'],
    ['?a=b', '/'],
    ['', '/'],
  ])('of %s is %s', (url, expected) => {
    expect(loggedPath(url)).toBe(expected);
  });
});

describe('a text that logs show as it is', () => {
  it.each(['b7c1b6f0-1f64-4f0f-9c0a-6a0d3e0f7f11', 'a-name', 'x'.repeat(42)])('holds no credential in %s', (text) => {
    expect(holdsCredential(text)).toBe(false);
  });

  it('holds one in an encryption key', () => {
    expect(holdsCredential('GawgguFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq3Xk')).toBe(true);
  });
});
