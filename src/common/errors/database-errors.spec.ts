import { describe, expect, it } from '@jest/globals';
import { fromDatabaseError } from './database-errors.js';

const failed = (code: string): Error => Object.assign(new Error('the statement failed'), { code });

describe('fromDatabaseError', () => {
  it.each(['40001', '40P01', '55P03'])('asks to try again where others were at work: %s', (code) => {
    const answer = fromDatabaseError(failed(code));
    expect(answer?.code).toBe('SERVICE_UNAVAILABLE');
    expect(answer?.message).toContain('try again');
  });

  it.each(['28000', '28P01'])('is unavailable where the database does not let the service in: %s', (code) => {
    expect(fromDatabaseError(failed(code))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '2' },
    });
  });

  it('takes a broken statement for a defect', () => {
    expect(fromDatabaseError(failed('42601'))).toBeUndefined();
  });
});
