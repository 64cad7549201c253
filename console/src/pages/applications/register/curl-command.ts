import type { Schemas } from '../../../api/client';

interface LogIn {
  application: Schemas['ApplicationView'];
  apikey: string;
  username: string;
  /** Undefined if it is not known here. */
  password: string | undefined;
  /** The base URL of the API, with its version: `https://api.example.com/api/v1`. */
  base: string;
}

/** Placeholder for a password that the console does not know. */
export const PASSWORD_PLACEHOLDER = 'PASSWORD';

/**
 * A shell command that logs in with a key. If the application has allowed hosts, it sends one of them as its origin.
 */
export function curlCommand({ application, apikey, username, password = PASSWORD_PLACEHOLDER, base }: LogIn): string {
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

/** Quotes a text for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
