import { describe, expect, it } from '@jest/globals';
import type { Caller } from '#common/access/index.js';
import type { AuditLog } from '#common/audit/audit-log.js';
import type { Database } from '#common/database/index.js';
import type { LongJobs } from '#common/jobs/index.js';
import type { Calculator } from './calculation/calculation.service.js';
import { Replays } from './replays.service.js';

/** Looks at a job that waits behind others: at five a second, more than two seconds. */
const LOOKS_IN_QUEUE = 12;

const RESULT = { same: true, input_hash: 'a', result_hash: 'b', at: '2026-11-02T08:10:00.000Z' };

describe('a replay', () => {
  it('is waited for while it stands in the queue behind others', async () => {
    let looks = 0;
    const tx = { findOneBy: () => Promise.resolve({ id: 1, status: 'posted' }) };
    const manager = { findOneBy: () => Promise.resolve({ id: 1, replay: RESULT }) };
    const db = { isAmbient: false, manager, transaction: (work: (manager: unknown) => unknown) => work(tx) };
    const jobs = {
      add: () => Promise.resolve('job'),
      find: () => Promise.resolve({ state: (looks += 1) > LOOKS_IN_QUEUE ? 'done' : 'waiting' }),
    };
    const replaying = new Replays(
      db as unknown as Database,
      jobs as unknown as LongJobs,
      undefined as unknown as Calculator,
      { record: () => Promise.resolve() } as unknown as AuditLog,
    );
    expect(await replaying.replay({} as Caller, 1)).toEqual({
      status: 'done',
      same: true,
      changed: null,
      input_hash: 'a',
      result_hash: 'b',
    });
  });
});
