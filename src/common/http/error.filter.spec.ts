import { describe, expect, it } from '@jest/globals';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { SteadyClient } from '@commerce/postgres';
import { toAppError } from './error.filter.js';

const coded = (code: string, more: object = {}): Error => Object.assign(new Error('of the driver'), { code, ...more });

describe('failures of the database', () => {
  it.each([
    ['the server is stopping', coded('57P01')],
    ['the server is starting', coded('57P03')],
    ['a connection was refused', coded('ECONNREFUSED', { syscall: 'connect' })],
    ['a connection was reset', coded('ECONNRESET', { syscall: 'read' })],
    ['a connection is gone', coded('EPIPE', { syscall: 'write' })],
    ['a connection broke', new Error('Connection terminated unexpectedly')],
    ['a connection broke between two statements', new QueryRunnerProviderAlreadyReleasedError()],
    ['a connection broke before a statement', new QueryRunnerAlreadyReleasedError()],
  ])('are 503 when %s', (_, error) => {
    const failure = toAppError(error);
    expect(failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '2' } });
    expect(failure.message).not.toContain(error.message);
  });

  it('are not what a client causes that hangs up', () => {
    expect(toAppError(coded('ECONNRESET'))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('never end the process, even when a connection breaks that nobody uses yet', () => {
    expect(() => new SteadyClient().emit('error', new Error('terminating connection'))).not.toThrow();
  });
});
