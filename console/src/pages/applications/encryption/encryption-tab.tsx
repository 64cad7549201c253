/** The tab “Encryption” of an application. */
export function EncryptionTab() {
  return <p>Encryption</p>;
}
