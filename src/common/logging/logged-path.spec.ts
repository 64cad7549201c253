import { describe, expect, it } from '@jest/globals';
import { holdsCredential, loggedPath } from './logged-path.js';

describe('the path in a log', () => {
  it.each([
    ['/api/v1/token/?ticket=st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/api/v1/token/'],
    ['/api/v1/token/st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM', '/api/v1/token/[redacted]'],
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
