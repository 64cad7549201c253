/** A way to write a header that holds a token. */
export interface Spelling {
  name: string;
  value: string | readonly string[];
}

/** A token spoiled without touching what it says. */
export function* spoiled(token: string): Generator<Spelling> {
  const [head, body, signature] = token.split('.') as [string, string, string];
  yield { name: 'padding', value: `${token}==` };
  yield { name: 'padding of each part', value: `${head}=.${body}==.${signature}==` };
  yield {
    name: 'the other alphabet',
    value: `${head}.${body}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
  };
  yield { name: 'percent-encoded dots', value: token.replaceAll('.', '%2E') };
  yield { name: 'a space inside', value: `${head}.${body}. ${signature}` };
  yield { name: 'a tab inside', value: `${head}.\t${body}.${signature}` };
  yield { name: 'quotes', value: `"${token}"` };
  yield { name: 'a dot at the end', value: `${token}.` };
  yield { name: 'a dot at the beginning', value: `.${token}` };
  yield { name: 'other letters', value: token.toUpperCase() };
  yield { name: 'letters that only look alike', value: token.replace('e', '\u00e9') };
  yield { name: 'itself twice', value: `${token}${token}` };
  yield { name: 'a list', value: `${token}, ${token}` };
  yield { name: 'a list with semicolons', value: `${token}; ${token}` };
  yield { name: 'JSON', value: JSON.stringify({ protected: head, payload: body, signature }) };
  yield { name: 'something behind it', value: `${token} x` };
  yield { name: 'eight thousand letters more', value: `${token}${'A'.repeat(8_000)}` };
  yield { name: 'twelve thousand letters instead', value: 'A'.repeat(12_000) };
  yield { name: 'six thousand dots', value: '.'.repeat(6_000) };
  yield { name: 'nothing', value: '' };
}

/** Values of `Authorization` that hold a good token and are no bearer token. */
export function* noBearers(token: string): Generator<Spelling> {
  const words = [
    '',
    'Basic ',
    'Token ',
    'JWT ',
    'Digest ',
    'Bearer',
    'Bearer:',
    'Bearer: ',
    'Bearer=',
    'Bearers ',
    'Bearer Bearer ',
  ];
  for (const word of words) yield { name: `"${word}" before it`, value: `${word}${token}` };
  yield { name: 'a tab for the space', value: `Bearer\t${token}` };
  yield { name: 'Bearer alone', value: 'Bearer' };
  yield { name: 'Bearer and a space', value: 'Bearer ' };
  yield { name: 'Basic of the token', value: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` };
  yield { name: 'two schemes', value: `Basic x, Bearer ${token}` };
  yield { name: 'a bad one before it', value: ['Bearer x', `Bearer ${token}`] };
}

/** Values of `Authorization` that are a bearer token, by RFC 9110: schemes have no case, and spaces at the ends are none. */
export function* bearers(token: string): Generator<Spelling> {
  for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) yield { name: word, value: `${word} ${token}` };
  yield { name: 'two spaces', value: `Bearer  ${token}` };
  yield { name: 'spaces at the ends', value: `  Bearer ${token}  ` };
}
