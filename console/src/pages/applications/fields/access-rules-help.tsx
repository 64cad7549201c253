import { List } from '@mantine/core';

/** How the four lists work together, for somebody who meets them for the first time. */
export function AccessRulesHelp() {
  return (
    <>
      Who may use this application’s keys.
      <List size="sm" mt="xs" spacing={4} c="dimmed">
        <List.Item>Block beats allow: what is on both lists is refused.</List.Item>
        <List.Item>An empty allow list lets everybody in; one entry shuts everybody else out.</List.Item>
        <List.Item>
          A request’s host is that of its <span className="mono">Origin</span> header, else of{' '}
          <span className="mono">Referer</span>.
        </List.Item>
        <List.Item>
          <span className="mono">*.example.com</span> stands for every name below example.com, but not for example.com
          itself.
        </List.Item>
      </List>
    </>
  );
}
