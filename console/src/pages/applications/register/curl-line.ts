import type { Schemas } from '../../../api/client';

interface LogIn {
  application: Schemas['ApplicationView'];
  apikey: string;
  username: string;
  /** Undefined when it is not known here. */
  password: string | undefined;
  /** Where the API is, with its version: `https://api.example.com/api/v1`. */
  base: string;
}

/** What stands where the reader puts a password that the console does not know. */
export const PASSWORD_PLACE = 'PASSWORD';

/**
 * A command that logs in with a key, ready to be pasted into a shell. Where the application admits some hosts only, it
 * names one of them as its origin.
 */
export function curlLine({ application, apikey, username, password = PASSWORD_PLACE, base }: LogIn): string {
  const [host] = application.access.hosts.allow;
  const headers = [
    `apikey: ${apikey}`,
    'Content-Type: application/json',
    ...(host === undefined ? [] : [`Origin: https://${host.replace('*', 'www')}`]),
  ];
  const body = JSON.stringify({ username, password });
  return [
    'curl',
    quoted(`${base}/token/`),
    ...headers.flatMap((header) => ['-H', quoted(header)]),
    '-d',
    quoted(body),
  ].join(' ');
}

/** A word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
