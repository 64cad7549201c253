import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ProcessLink, type OtherEnd } from './process-link.js';

const LONG_MS = 5_000;

describe('a link between two processes', () => {
  it('brings questions there and answers back, each to the one who asked', async () => {
    const [here, there] = pipe();
    const asking = new ProcessLink(here, {});
    new ProcessLink(there, { double: (text) => text + text, name: () => Promise.resolve('worker') });
    expect(await Promise.all(['a', 'b'].map((text) => asking.ask('double', LONG_MS, text)))).toEqual(['aa', 'bb']);
    expect(await asking.ask('name', LONG_MS)).toBe('worker');
  });

  it('waits no longer than it was told, for an answer that does not come', async () => {
    const [here, there] = pipe();
    new ProcessLink(there, {});
    expect(await new ProcessLink(here, {}).ask('unknown', 1)).toBeUndefined();
  });

  it('takes a process that is gone for one that does not answer', async () => {
    const child = fork('', { execArgv: ['--eval', '0'] });
    const errors: unknown[] = [];
    child.on('error', (error) => errors.push(error));
    await once(child, 'exit');
    expect(await new ProcessLink(child, {}).ask('name', 1)).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([]);
  });

  it('lets messages of others pass', async () => {
    const [here, there] = pipe();
    new ProcessLink(there, { name: () => 'worker' });
    const heard: unknown[] = [];
    here.on('message', (message) => heard.push(message));
    for (const message of ['text', null, 7, { id: 'x', name: 'name' }]) there.emit('message', message);
    expect(await new ProcessLink(here, {}).ask('name', LONG_MS)).toBe('worker');
    expect(heard).toHaveLength(1);
  });
});

/** Two ends: what is sent at one is heard at the other, later, as between processes. */
function pipe(): [OtherEnd & EventEmitter, OtherEnd & EventEmitter] {
  const [here, there] = [new EventEmitter(), new EventEmitter()];
  const sendTo = (other: EventEmitter) => (message: object) => setImmediate(() => other.emit('message', message));
  return [Object.assign(here, { send: sendTo(there) }), Object.assign(there, { send: sendTo(here) })];
}
