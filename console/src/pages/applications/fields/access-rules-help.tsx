import { List } from '@mantine/core';

/** Explains how the four lists work together. */
export function AccessRulesHelp() {
  return (
    <>
      Who may use this application’s keys.
      <List size="sm" mt="xs" spacing={4} c="dimmed">
        <List.Item>Block takes precedence: an entry on both lists is blocked.</List.Item>
        <List.Item>An empty allow list allows everyone; with one entry, only that entry is allowed.</List.Item>
        <List.Item>
          The host is taken from the <span className="mono">Origin</span> header, or else from{' '}
          <span className="mono">Referer</span>.
        </List.Item>
        <List.Item>
          <span className="mono">*.example.com</span> matches every subdomain of example.com, but not example.com
          itself.
        </List.Item>
      </List>
    </>
  );
}
