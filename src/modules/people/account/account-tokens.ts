/** So many hours from now. */
export function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 60 * 60 * 1000);
}
