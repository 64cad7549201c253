/**
 * What every answer tells browsers, also one to a request that could not be read: that it is what its media type says, that
 * it may load, run, send and be framed by nothing, and that the host is asked by https alone. Pages (the reference, the
 * console) put their own policy in the place of this one.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;
