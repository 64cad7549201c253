import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { CONSOLE_FOLDER, ConsolePages } from './console-page.js';

describe('a service whose console was not built', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commerce-console-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  it('says so once when it starts, and how to fix it', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    await new ConsolePages(folder).onModuleInit();
    await new ConsolePages(CONSOLE_FOLDER).onModuleInit();
    expect(warn.mock.calls).toEqual([['there is no console at /admin/: it was not built (npm run build)']]);
  });

  it('has nothing at its address', async () => {
    await expect(new ConsolePages(folder).make()).rejects.toMatchObject({
      status: 404,
      message: 'there is no console here: it was not built',
    });
  });
});
