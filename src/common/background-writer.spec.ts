import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { BackgroundWriter } from './background-writer.js';

class Words extends BackgroundWriter {
  readonly written: string[] = [];
  private words: string[] = [];

  constructor() {
    super(60_000);
  }

  say(word: string): void {
    this.words.push(word);
    this.writeSoon();
  }

  protected override async write(): Promise<void> {
    const words = this.words.splice(0);
    await Promise.resolve();
    if (words.includes('bad')) throw new Error('a bad word');
    this.written.push(...words);
  }
}

describe('what is written in the background', () => {
  it('is written in the order in which it came, the rest at the shutdown', async () => {
    const words = new Words();
    words.say('one');
    const first = words.flush();
    words.say('two');
    await words.onApplicationShutdown();
    await first;
    expect(words.written).toEqual(['one', 'two']);
  });

  it('is still written after a write that failed, which is logged', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const words = new Words();
    words.say('bad');
    await words.flush();
    words.say('good');
    await words.flush();
    expect(words.written).toEqual(['good']);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});
