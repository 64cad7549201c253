import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { DescriptionList } from '../../components/description-list';
import { UserLink } from '../../components/person';
import type { Dialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { actionInWords } from './actions';
import { LOGIN_FAILED, type AuditEntry } from './audit.queries';
import { changesBetween, settingInWords } from './changes';
import { ChangesTable } from './changes-table';
import { t } from '../../i18n/t';

/** One audit log entry with its details and changes. */
export function EntryDialog({ entry, dialog }: { entry: AuditEntry | undefined; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen && entry !== undefined}
      onClose={dialog.close}
      title={entry === undefined ? t('Entry') : actionInWords(entry.action)}
      size="xl"
    >
      {entry !== undefined && <Entry entry={entry} />}
    </Modal>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { id, at, actor_uid, actor_username, application_id, entity_type, entity_id, target_uid, ip, request_id } =
    entry;
  const place = entityPath(entry);
  const isFailedLogin = entry.action === LOGIN_FAILED;
  const changes = changesBetween(entry.before, entry.after);
  return (
    <Stack gap="lg">
      <DescriptionList
        entries={[
          [t('When'), <When key={id} at={at} />],
          [t('Action'), <code key={id}>{entry.action}</code>],
          [
            isFailedLogin ? t('Tried to log in as') : t('Who'),
            <UserLink key={id} uid={actor_uid} name={actor_username} inherit />,
          ],
          [
            t('What: {{entity_type}}', { entity_type }),
            place === undefined ? (
              <span className="mono">{entity_id}</span>
            ) : (
              <Anchor key={id} component={Link} to={place} inherit className="mono">
                {entity_id}
              </Anchor>
            ),
          ],
          [
            t('Whose data'),
            target_uid === null ? (
              t('Their own, or none')
            ) : (
              <UserLink uid={target_uid} name={t('User {{target_uid}}', { target_uid })} inherit />
            ),
          ],
          [
            t('Through'),
            application_id === null ? (
              t('The admin console or API')
            ) : (
              <Anchor component={Link} to={`/applications/${application_id}`} inherit>
                {t('An application')}
              </Anchor>
            ),
          ],
          [
            t('From address'),
            <span key={id} className="mono">
              {ip}
            </span>,
          ],
          [
            t('Request'),
            <span key={id} className="mono">
              {request_id}
            </span>,
          ],
        ]}
      />
      {isFailedLogin && (
        <Text size="sm" c="dimmed">
          {t(
            'Someone failed to log in with this name from this address within 15 minutes; “times” is how often. It was not necessarily the user.',
          )}
        </Text>
      )}
      {changes.length === 0 ? (
        <Text c="dimmed">{t('This action changed no settings.')}</Text>
      ) : (
        <ChangesTable changes={changes} nameOf={(name) => settingInWords(name, entity_type)} />
      )}
    </Stack>
  );
}

/** The path of an entity's page; undefined if it has none. */
function entityPath({ entity_type, entity_id }: Pick<AuditEntry, 'entity_type' | 'entity_id'>): string | undefined {
  const id = encodeURIComponent(entity_id);
  switch (entity_type) {
    case 'application':
      return `/applications/${id}`;
    case 'approval':
      return `/approvals/${id}`;
    case 'approvals':
      return '/approval-settings';
    case 'bundle':
      return `/bundles/${id}`;
    case 'commission_correction':
      return `/commission-corrections/${id}`;
    case 'commission_run':
      return `/commission-runs/${id}`;
    case 'commissions':
      return '/commission-settings';
    case 'import':
      return `/imports/${id}`;
    case 'member':
      return `/users/${id}/network`;
    case 'network':
      return '/network/settings';
    case 'order':
      return `/orders/${id}`;
    case 'payout':
      return `/payouts/${id}`;
    case 'plan':
      return `/plans/${id}`;
    case 'product-type':
      return `/product-types/${id}`;
    case 'user':
      return `/users/${id}`;
    default:
      return undefined;
  }
}
