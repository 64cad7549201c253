/**
 * Parses the URL of an outgoing request. Its IP address is checked when connecting.
 * @returns the URL, or what is wrong with it
 */
export function readOutgoingUrl(text: string): URL | string {
  const url = URL.parse(text);
  if (url === null) return 'the address is not a URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the address is not one of http or https';
  if (url.username !== '' || url.password !== '') return 'the address holds a user name or a password';
  return url;
}
