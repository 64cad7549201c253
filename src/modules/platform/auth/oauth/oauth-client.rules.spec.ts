import { describe, expect, it } from '@jest/globals';
import { FormBody } from '#common/validation/form-fields.js';
import { clientCredentials, formParameters, type ClientRequest } from './oauth-client.rules.js';

const FORM = 'application/x-www-form-urlencoded';
const WRONG = { code: 'API_KEY_INVALID' };

function request(fields: Record<string, unknown>, headers: ClientRequest['headers'] = {}): ClientRequest {
  return { headers: { 'content-type': FORM, ...headers }, body: new FormBody(fields) };
}

function basic(text: string, scheme = 'Basic'): { authorization: string } {
  return { authorization: `${scheme} ${Buffer.from(text).toString('base64')}` };
}

describe('the parameters of a request of OAuth', () => {
  it.each([FORM, `${FORM};charset=UTF-8`, `${FORM} ; charset=utf-8`, FORM.toUpperCase()])('come as %s', (type) => {
    expect(formParameters(request({ a: '1', b: '' }, { 'content-type': type }))).toEqual({ a: '1' });
  });

  it('may be none at all', () => {
    expect(formParameters({ headers: {} })).toEqual({});
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', `${FORM}x`, undefined])(
    'do not come as %s',
    (type) => {
      const sent = { headers: { 'content-type': type }, body: new FormBody({ a: '1' }) };
      expect(() => formParameters(sent)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE' }));
    },
  );

  it('come once each, also where they are empty', () => {
    for (const twice of [
      ['x', 'x'],
      ['', 'x'],
      ['', ''],
    ])
      expect(() => formParameters(request({ grant_type: twice, scope: 'x' }))).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', message: 'must be sent once: grant_type' }),
      );
  });
});

describe('the credentials of a client', () => {
  it.each<[string, ClientRequest]>([
    ['HTTP Basic', request({}, basic('id:key'))],
    ['HTTP Basic, its scheme in small letters', request({}, basic('id:key', 'basic'))],
    ['HTTP Basic, with the same id in the form', request({ client_id: 'id' }, basic('id:key'))],
    ['the form', request({ client_id: 'id', client_secret: 'key' })],
    [
      'the form, beside a token of a user',
      request({ client_id: 'id', client_secret: 'key' }, { authorization: 'Bearer x' }),
    ],
    ['the header, with an id', request({ client_id: 'id' }, { apikey: 'key' })],
  ])('come by %s', (_, sent) => {
    expect(clientCredentials(sent)).toEqual({ clientId: 'id', apikey: 'key' });
  });

  it('come by the header alone', () => {
    expect(clientCredentials(request({}, { apikey: 'key' }))).toEqual({ clientId: undefined, apikey: 'key' });
    const empty = request({ client_secret: '', client_id: '' }, { apikey: 'key' });
    expect(clientCredentials(empty)).toEqual({ clientId: undefined, apikey: 'key' });
  });

  it('are encoded as in a form before they go into HTTP Basic', () => {
    const { clientId, apikey } = clientCredentials(request({}, basic('a%3Ab+c:%C3%BC%2Ey:z')));
    expect([clientId, apikey]).toEqual(['a:b c', 'ü.y:z']);
  });

  it.each(['id', 'id:', ':', '%:key', 'id:%zz', '%ff:key'])('are none in HTTP Basic of "%s"', (text) => {
    expect(() => clientCredentials(request({}, basic(text)))).toThrow(expect.objectContaining(WRONG));
  });

  it.each(['Basic', 'Basic ', 'Basic !', 'Basic aWQ6a2V5 x', 'Basic aWQ6a2V5==='])(
    'are none in "%s"',
    (authorization) => {
      expect(() => clientCredentials(request({}, { authorization }))).toThrow(expect.objectContaining(WRONG));
    },
  );

  it.each<[string, ClientRequest]>([
    ['another id in the form', request({ client_id: 'other' }, basic('id:key'))],
    ['a secret without an id', request({ client_secret: 'key' })],
  ])('are wrong with %s', (_, sent) => {
    expect(() => clientCredentials(sent)).toThrow(expect.objectContaining(WRONG));
  });

  it.each<[string, ClientRequest]>([
    ['HTTP Basic and form', request({ client_id: 'id', client_secret: 'key' }, basic('id:key'))],
    ['HTTP Basic and header', request({}, { ...basic('id:key'), apikey: 'key' })],
    ['form and header', request({ client_id: 'id', client_secret: 'key' }, { apikey: 'key' })],
  ])('come in one way: not by %s', (_, sent) => {
    expect(() => clientCredentials(sent)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });

  it('are missing without any', () => {
    for (const sent of [{ headers: {} }, request({ client_id: 'id' }), request({}, { authorization: 'Bearer x' })])
      expect(() => clientCredentials(sent)).toThrow(expect.objectContaining({ code: 'API_KEY_MISSING' }));
  });
});
