/** The tab “Access” of an application. */
export function AccessTab() {
  return <p>Access</p>;
}
