import type { IncomingHttpHeaders } from 'node:http';

/** Version, trace, parent, flags; later versions may append fields. W3C Trace Context, section 3.2. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The trace id of the header `traceparent`; undefined if it is missing or invalid (W3C Trace Context). */
export function traceId({ traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, trace, parent, more] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  return isZero(trace) || isZero(parent) ? undefined : trace;
}

function isZero(digits: string | undefined): boolean {
  return /^0*$/.test(digits ?? '');
}
