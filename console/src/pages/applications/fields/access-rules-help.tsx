import { List } from '@mantine/core';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

/** Explains how the four lists work together. */
export function AccessRulesHelp() {
  return (
    <>
      {t('Who may use this application’s keys.')}
      <List size="sm" mt="xs" spacing={4} c="dimmed">
        <List.Item>{t('Block takes precedence: an entry on both lists is blocked.')}</List.Item>
        <List.Item>{t('An empty allow list allows everyone; with one entry, only that entry is allowed.')}</List.Item>
        <List.Item>
          {rich('The host is taken from the <span>Origin</span> header, or else from <span>Referer</span>.', {
            span: (words) => <span className="mono">{words}</span>,
          })}
        </List.Item>
        <List.Item>
          {rich('<span>*.example.com</span> matches every subdomain of example.com, but not example.com itself.', {
            span: (words) => <span className="mono">{words}</span>,
          })}
        </List.Item>
      </List>
    </>
  );
}
