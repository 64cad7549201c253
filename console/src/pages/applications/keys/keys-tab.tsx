/** The tab “Keys” of an application. */
export function KeysTab() {
  return <p>Keys</p>;
}
