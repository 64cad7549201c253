import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '#test/support/until.js';
import { nameServers, system } from './address-guard.js';

const A = 1;
const AAAA = 28;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** The data of the records of an answer, or its error code; undefined says nothing. */
type Records = Buffer[] | number | undefined;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A name server; its address, and the names that it was asked for. */
async function nameServer(answer: (type: number) => Records): Promise<{ address: string; asked: string[] }> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port }) => {
    const { name, type, end } = question(query);
    asked.push(name);
    const records = answer(type);
    if (records !== undefined) socket.send(reply(query.subarray(0, end), type, records), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closing.push(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function reply(query: Buffer, type: number, records: Buffer[] | number): Buffer {
  const head = Buffer.from(query);
  const data = typeof records === 'number' ? [] : records;
  head.writeUInt16BE(0x8180 | (typeof records === 'number' ? records : 0), 2);
  head.writeUInt16BE(data.length, 6);
  head.writeUInt32BE(0, 8);
  const parts = data.map((bytes) => {
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...parts]);
}

const V4 = [Buffer.from([8, 8, 8, 8]), Buffer.from([10, 0, 0, 1])];
const V6 = [Buffer.from('fd00000000000000000000000000abcd', 'hex')];
const never = new AbortController().signal;

describe('name servers', () => {
  it('are asked for all addresses of both families', async () => {
    const { address, asked } = await nameServer((type) => (type === A ? V4 : V6));
    expect(await nameServers([address])('hooks.example', never)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: 'fd00::abcd', family: 6 },
    ]);
    expect(asked.sort()).toEqual(['hooks.example', 'hooks.example']);
  });

  it('that fail for one family give the addresses of the other', async () => {
    const { address } = await nameServer((type) => (type === AAAA ? V6 : SERVFAIL));
    expect(await nameServers([address])('hooks.example', never)).toEqual([{ address: 'fd00::abcd', family: 6 }]);
  });

  it('that know nothing give no addresses', async () => {
    const { address } = await nameServer(() => NXDOMAIN);
    expect(await nameServers([address])('hooks.example', never)).toEqual([]);
  });

  it('that say nothing are left when the request ends', async () => {
    const { address, asked } = await nameServer(() => undefined);
    const end = new AbortController();
    const found = nameServers([address])('hooks.example', end.signal);
    await until(() => asked.length === 2);
    end.abort();
    expect(await found).toEqual([]);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost'])('are not asked for %s', async (name) => {
    const { address, asked } = await nameServer(() => V4);
    expect(await nameServers([address])(name, never)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(asked).toEqual([]);
  });
});

describe('the system', () => {
  it('knows the names of its own hosts file', async () => {
    const addresses = (await system('localhost', never)).map(({ address }) => address);
    expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining(addresses));
  });
});
