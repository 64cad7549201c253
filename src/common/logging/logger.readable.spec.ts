import { describe, expect, it } from '@jest/globals';
import { createLogger, isColored, readable, readableLine } from './logger.js';

const TIME = '2026-11-21T09:30:00.000Z';
const line = (fields: object): string =>
  JSON.stringify({ level: 'info', time: TIME, service: 'commerce-api', ...fields });

describe('a log for people', () => {
  it('says of a request what it was and how it went', () => {
    const request = { request_id: 'r-1', method: 'GET', path: '/health/live', status: 200, ms: 1.2, msg: 'request' };
    expect(readableLine(line(request), false)).toMatch(
      /^\d\d:\d\d:\d\d INFO {2}GET \/health\/live 200 1\.2 ms request_id=r-1$/,
    );
  });

  it('shows a message with its fields, and a stack on lines of its own', () => {
    const err = { type: 'Error', message: 'boom', stack: 'Error: boom\n    at here' };
    expect(readableLine(line({ level: 'error', msg: 'stopping failed', worker: 2, err }), false)).toMatch(
      / ERROR stopping failed worker=2\nError: boom\n {4}at here$/,
    );
  });

  it('has colours only if asked', () => {
    expect(readableLine(line({ msg: 'ready' }), false)).not.toContain('\u001b');
    expect(readableLine(line({ msg: 'ready' }), true)).toContain('\u001b[32mINFO');
  });

  it.each([
    [{}, true],
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('is coloured with %j: %s', (env, expected) => {
    expect(isColored(env)).toBe(expected);
  });

  it('lets nobody who is told of in it write over the screen', () => {
    const path = '/\u001b[2J\u009b2J\r';
    expect(
      readableLine(line({ method: 'GET', path, status: 404, ms: 1, ip: path, msg: 'request' }), false),
    ).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it('shows what is no JSON as it is', () => {
    expect(readableLine('words\n', false)).toBe('words');
  });

  it('hides the same secrets', () => {
    const lines: string[] = [];
    createLogger('info', readable({ write: (text) => lines.push(text) }, false)).info({ password: 's3cret' }, 'a');
    expect(lines.join('')).toMatch(/ INFO {2}a password=\[redacted\]\n$/);
  });
});
