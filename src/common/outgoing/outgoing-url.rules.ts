/**
 * Reads the address of a request that the service sends. What the address leads to is judged when it is connected to.
 * @returns the address, or what is wrong with it
 */
export function readOutgoingUrl(text: string): URL | string {
  const url = URL.parse(text);
  if (url === null) return 'the address is not a URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the address is not one of http or https';
  if (url.username !== '' || url.password !== '') return 'the address holds a user name or a password';
  return url;
}
