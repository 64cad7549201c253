import { describe, expect, it } from '@jest/globals';
import { createLogger, NestLogger } from './logger.js';

function capture(): { lines: string[]; logger: ReturnType<typeof createLogger> } {
  const lines: string[] = [];
  return { lines, logger: createLogger('trace', { write: (line: string) => void lines.push(line) }) };
}

describe('the log', () => {
  it('never shows secrets, wherever they stand', () => {
    const { lines, logger } = capture();
    const secrets = {
      password: 's3cret',
      apikey: 's3cret',
      refresh_token: 's3cret',
      ticket: 's3cret',
      login_url: 's3cret',
      jwk: { k: 's3cret' },
    };
    logger.info({
      ...secrets,
      headers: { authorization: 's3cret', cookie: 's3cret', 'set-cookie': 's3cret', 'idempotency-key': 's3cret' },
      req: { body: secrets },
    });
    expect(lines.join()).toContain('[redacted]');
    expect(lines.join()).not.toContain('s3cret');
  });

  it('never shows the headers of a request, which may hold secrets under any name', () => {
    const { lines, logger } = capture();
    // As the parser of multipart bodies logs them at trace.
    logger.trace({ busboyOptions: { headers: { 'x-api-key': 's3cret' } }, req: { headers: { 'x-token': 's3cret' } } });
    expect(lines.join()).toContain('[redacted]');
    expect(lines.join()).not.toContain('s3cret');
  });

  it('is JSON with level, time and service', () => {
    const { lines, logger } = capture();
    logger.warn('careful');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'warn',
      service: 'commerce-api',
      msg: 'careful',
      time: expect.stringMatching(/Z$/),
    });
  });

  it('takes what Nest says, with its context and stack', () => {
    const { lines, logger } = capture();
    const nest = new NestLogger(logger);
    nest.log('a', 'Room');
    nest.log('found', 'InstanceLoader');
    nest.warn('b');
    nest.debug('c', 'Room');
    nest.verbose('d', 'Room');
    nest.error('e', 'stack', 'Room');
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual([
      'info',
      'debug',
      'warn',
      'debug',
      'trace',
      'error',
    ]);
    expect(JSON.parse(lines[5]!)).toMatchObject({ msg: 'e', stack: 'stack', context: 'Room' });
  });
});
