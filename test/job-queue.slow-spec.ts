import { expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Job, JobQueue, JobType, type JobContext } from '#common/jobs/index.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const ENDLESS = new JobType('endless-work');

@Injectable()
class Work {
  state = 'waiting';

  @Job(ENDLESS)
  async work(_: object, { signal }: JobContext): Promise<void> {
    this.state = 'running';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.state = 'aborted';
  }
}

@Module({ providers: [Work] })
class WorkModule {}

it('jobs that do not end by themselves are asked to when the service stops', async () => {
  const app = await startTestApp({ config: { jobConcurrency: 10 }, extensions: [WorkModule] });
  const work = app.nest.get(Work, { strict: false });
  await app.nest.get(JobQueue).add(null, ENDLESS, { payload: {} });
  await until(() => work.state === 'running');
  await app.stop();
  expect(work.state).toBe('aborted');
});
