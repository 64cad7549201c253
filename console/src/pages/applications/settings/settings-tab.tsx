/** The tab “Settings” of an application. */
export function SettingsTab() {
  return <p>Settings</p>;
}
