import { describe, expect, it } from '@jest/globals';
import { loggedPath } from './logged-path.js';

describe('the path in a log', () => {
  it.each([
    ['/api/v1/token/?ticket=st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/api/v1/token/'],
    ['/api/v1/token/st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/api/v1/token/[redacted]'],
    ['/api/rt_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM?a', '/api/[redacted]'],
    ['/a/eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI3In0.c2ln', '/a/[redacted]'],
    ['/whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD/x', '/[redacted]'],
    ['/whsec_C2FVsBQIhrscChlQIMV%2Bb5sSYspob7oD', '/[redacted]'],
    ['/admin/api/bundles/st_valentine/delete-impact/', '/admin/api/bundles/st_valentine/delete-impact/'],
    ['?a=b', '/'],
    ['', '/'],
  ])('of %s is %s', (url, expected) => {
    expect(loggedPath(url)).toBe(expected);
  });
});
