import { OutgoingRefusal } from './outgoing-refusal.js';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  ETIMEDOUT: 'the address does not answer',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not HTTP',
};

/**
 * A short reason for the delivery log. Messages of libraries are left out: they contain internal addresses.
 * @param error the error of a request
 */
export function describeFailure(error: unknown): string {
  if (error instanceof OutgoingRefusal) return error.message;
  const code = codeOf(error);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (/CERT|UNABLE_TO_|SELF_SIGNED/.test(code)) return `the TLS certificate is not trusted (${code})`;
  if (/^ERR_SSL|^ERR_TLS|^EPROTO$/.test(code)) return `TLS failed (${code})`;
  if (error instanceof Error && error.name === 'HTTPParserError') return 'the answer is not HTTP';
  return code === '' ? 'the request failed' : `the request failed (${code})`;
}

function codeOf(error: unknown): string {
  const { code, errors: tried } = (error ?? {}) as { code?: unknown; errors?: unknown };
  // One for each address of a name.
  if (Array.isArray(tried) && tried.length > 0) return codeOf(tried[0]);
  return typeof code === 'string' && /^[A-Z0-9_]{1,80}$/.test(code) ? code : '';
}
