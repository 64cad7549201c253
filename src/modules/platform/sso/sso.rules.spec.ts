import { describe, expect, it } from '@jest/globals';
import { newSecret } from '#common/ids.js';
import { isTicket, loginUrlWith, TICKET_BYTES, TICKET_PREFIX } from './sso.rules.js';

describe('a ticket', () => {
  it('is known by its form', () => {
    expect(isTicket(TICKET_PREFIX + newSecret(TICKET_BYTES))).toBe(true);
  });

  it.each(['', 'st_', `st_${'a'.repeat(42)}`, `st_${'a'.repeat(44)}`, `rt_${'a'.repeat(43)}`, `st_${'a'.repeat(42)}=`])(
    'is not "%s"',
    (text) => expect(isTicket(text)).toBe(false),
  );
});

describe('the address with a ticket', () => {
  it.each([
    ['https://shop.example.com/sso', 'https://shop.example.com/sso?ticket=st_1'],
    ['https://shop.example.com', 'https://shop.example.com?ticket=st_1'],
    ['https://shop.example.com/sso?', 'https://shop.example.com/sso?ticket=st_1'],
    ['https://shop.example.com/sso#', 'https://shop.example.com/sso?ticket=st_1#'],
    [
      'https://shop.example.com/?to=%2Fcart&flag&x=a%20b',
      'https://shop.example.com/?to=%2Fcart&flag&x=a%20b&ticket=st_1',
    ],
    ['https://shop.example.com/#/sso?to=1', 'https://shop.example.com/?ticket=st_1#/sso?to=1'],
    ['https://shop.example.com/a?b=?#c?d#e', 'https://shop.example.com/a?b=?&ticket=st_1#c?d#e'],
    [
      'https://shop.example.com/?ticket=old&a=1&%74icket=old&tickets=2',
      'https://shop.example.com/?a=1&tickets=2&ticket=st_1',
    ],
  ])('of %s is %s', (loginUrl, expected) => {
    expect(loginUrlWith('st_1', loginUrl)).toBe(expected);
    expect(new URL(expected).searchParams.getAll('ticket')).toEqual(['st_1']);
  });
});
