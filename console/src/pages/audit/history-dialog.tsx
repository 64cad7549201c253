import { Anchor, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FailureState } from '../../components/failure-state';
import { UserLink } from '../../components/person';
import type { Dialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import { actionInWords } from './actions';
import { auditQuery, type AuditEntry, type Entity } from './audit.queries';
import { changesBetween, settingInWords } from './changes';
import { ChangesTable } from './changes-table';

/** Entries that are shown; the audit log has the others. */
const SHOWN = 20;

/** The newest acts on a thing, by whom, and what they changed. */
export function HistoryDialog({ of, dialog }: { of: readonly [Entity, ...Entity[]]; dialog: Dialog }) {
  const queries = useQueries({
    queries: of.map(({ type, id }) =>
      auditQuery({ limit: SHOWN, offset: 0, entity_type: type, entity_id: String(id) }),
    ),
  });
  const failed = queries.find(({ error, data }) => error !== null && data === undefined);
  const isThere = queries.every(({ data }) => data !== undefined);
  const entries = queries.flatMap(({ data }) => data?.results ?? []);
  entries.sort((one, other) => (one.at === other.at ? other.id - one.id : one.at < other.at ? 1 : -1));
  const [{ type, id }] = of;
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('History')} size="lg">
      <Stack gap="lg">
        {failed !== undefined && <FailureState error={failed.error} onRetry={() => void failed.refetch()} />}
        {failed === undefined && !isThere && <Skeleton height={160} role="status" aria-label={t('Loading')} />}
        {isThere && entries.length === 0 && <Text c="dimmed">{t('Nobody has changed it in the console.')}</Text>}
        <Stack component="ol" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
          {entries.slice(0, SHOWN).map((entry) => (
            <li key={entry.id}>
              <Act entry={entry} />
            </li>
          ))}
        </Stack>
        {isThere && (
          <Anchor component={Link} to={`/audit?entity_type=${type}&entity_id=${encodeURIComponent(id)}`} size="sm">
            {t('All entries in the audit log')}
          </Anchor>
        )}
      </Stack>
    </Modal>
  );
}

function Act({ entry: { action, actor_uid, actor_username, at, entity_type, before, after } }: { entry: AuditEntry }) {
  return (
    <Stack gap={4}>
      <Text fw={500}>{actionInWords(action)}</Text>
      <Text size="sm" c="dimmed" component="div">
        {rich('<person/>, <when/>', {
          person: <UserLink uid={actor_uid} name={actor_username} inherit underline="always" />,
          when: <When at={at} />,
        })}
      </Text>
      <ChangesTable changes={changesBetween(before, after)} nameOf={(name) => settingInWords(name, entity_type)} />
    </Stack>
  );
}
