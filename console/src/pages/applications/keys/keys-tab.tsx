import { ActionIcon, Badge, Button, Group, Stack, Text, Tooltip, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconEye, IconKey, IconBan, IconRotate } from '@tabler/icons-react';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { confirm } from '#console/components/confirm';
import { EmptyState } from '#console/components/empty-state';
import { useListParams } from '#console/components/list-params';
import { May } from '#console/components/may';
import { ResourceList, type Column } from '#console/components/resource-list';
import { SearchBox } from '#console/components/search-box';
import { useDialog, type Dialog } from '#console/components/use-dialog';
import { useNow } from '#console/components/use-now';
import { When } from '#console/components/when';
import { useApplication } from '../use-application';
import { keysQuery, keyState, type ApplicationKey, type KeyState } from './keys.queries';
import { RotateDialog } from './rotate-dialog';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';
import { CopyText } from '#console/components/copy-text';
import { AuditedSecret } from '../audited-secret';

const STATES: Readonly<Record<KeyState, { label: string; color: string }>> = {
  live: { label: t('Live'), color: 'teal' },
  ending: { label: t('Expiring'), color: 'yellow' },
  ended: { label: t('Expired'), color: 'gray' },
  revoked: { label: t('Revoked'), color: 'red' },
};

/** The tab “Keys” of an application. */
export function KeysTab() {
  const { id, name } = useApplication();
  const params = useListParams();
  const now = useNow();
  const { limit, offset, search } = params;
  const asked = { limit, offset, ...(search && { search }) };
  const query = useQuery(keysQuery(id, asked));
  const rotate = useDialog('rotate');
  const reveal = useDialog('reveal');
  const revoke = useChange({
    run: (key_id: string) =>
      dataOf(api.DELETE('/admin/api/applications/{id}/keys/{key_id}/', { params: { path: { id, key_id } } })),
    refreshes: [['applications'], ['audit']],
    done: t('The key is revoked'),
    quiet: true,
  });
  const isUsable = (key: ApplicationKey): boolean => ['live', 'ending'].includes(keyState(key, now));
  const askToRevoke = (key: ApplicationKey): void => {
    const others = (query.data?.results ?? []).filter((other) => other.key_id !== key.key_id && isUsable(other));
    confirm({
      title: t('Revoke this key?'),
      body: (
        <Stack gap="xs">
          <Text size="sm" className="mono">
            {key.key_id}
          </Text>
          <Text size="sm">
            {t('Within 2 seconds every request with it is rejected. This cannot be undone.')}{' '}
            {key.last_used_at === null
              ? t('It was never used.')
              : t('It has been used: make sure that it is no longer needed.')}
          </Text>
          {others.length === 0 && (
            <Text size="sm" fw={600}>
              {t('No other valid key is listed: {{name}} may be unable to call the API until you issue one.', { name })}
            </Text>
          )}
        </Stack>
      ),
      action: t('Revoke'),
      run: () => revoke.mutateAsync(key.key_id),
    });
  };

  const columns: readonly Column<ApplicationKey>[] = [
    {
      title: t('Key id'),
      cell: ({ key_id }) => (
        <Text component="span" size="sm" className="mono">
          {key_id}
        </Text>
      ),
    },
    {
      title: t('Status'),
      cell: (key) => {
        const { label, color } = STATES[keyState(key, now)];
        return (
          <Badge variant="light" color={color} tt="none">
            {label}
          </Badge>
        );
      },
    },
    { title: t('Issued'), cell: ({ issued_at }) => <When at={issued_at} /> },
    { title: t('Last use'), cell: ({ last_used_at }) => <When at={last_used_at} /> },
    {
      title: t('Expires'),
      cell: ({ revoked_at, expires_at }) =>
        revoked_at === null ? <When at={expires_at} /> : <RevokedAt at={revoked_at} />,
    },
    {
      title: t('Actions'),
      cell: (key) =>
        isUsable(key) ? (
          <KeyActions keyId={key.key_id} onReveal={() => reveal.open(key.key_id)} onRevoke={() => askToRevoke(key)} />
        ) : (
          <Text component="span" size="sm" c="dimmed">
            {t('none')}
          </Text>
        ),
    },
  ];

  return (
    <>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Text c="dimmed" maw={640}>
          {t(
            'The application sends one of these with every request. To replace a key without downtime, rotate it: deploy the new key while the old one still works.',
          )}
        </Text>
        <May do="keys.write">
          <Button leftSection={<IconRotate size={16} aria-hidden />} onClick={() => rotate.open()}>
            {t('Rotate the key')}
          </Button>
        </May>
      </Group>
      <ResourceList
        label={t('Keys')}
        query={query}
        params={params}
        columns={columns}
        keyOf={({ key_id }) => key_id}
        csv={{ path: `applications/${id}/keys/`, asked }}
        toolbar={<SearchBox label={t('Search by key id')} value={search} onChange={params.setSearch} />}
        empty={
          <EmptyState
            title={t('No keys')}
            Icon={IconKey}
            hint={t('Without one the application cannot call the API.')}
          />
        }
      />
      <RotateDialog application={{ id, name }} dialog={rotate} />
      <RevealDialog applicationId={id} dialog={reveal} />
    </>
  );
}

function RevokedAt({ at }: { at: string }) {
  return <>{rich('Revoked <when/>', { when: <When at={at} /> })}</>;
}

function KeyActions({ keyId, onReveal, onRevoke }: { keyId: string; onReveal: () => void; onRevoke: () => void }) {
  return (
    <Group component="span" display="inline-flex" gap="xs" wrap="nowrap">
      <Tooltip label={t('Show')}>
        <May do="secrets.reveal">
          <ActionIcon variant="default" size="lg" aria-label={t('Show key {{id}}', { id: keyId })} onClick={onReveal}>
            <IconEye size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </May>
      </Tooltip>
      <Tooltip label={t('Revoke')}>
        <May do="keys.write">
          <ActionIcon
            variant="default"
            size="lg"
            c="var(--mantine-color-error)"
            aria-label={t('Revoke key {{id}}', { id: keyId })}
            onClick={onRevoke}
          >
            <IconBan size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </May>
      </Tooltip>
    </Group>
  );
}

/** Shows a key again, after a note that this is audited. */
function RevealDialog({ applicationId, dialog }: { applicationId: string; dialog: Dialog }) {
  const { isOpen, close, subject: keyId } = dialog;
  return (
    <Modal opened={isOpen} onClose={close} title={t('Show a key')} size="lg">
      {keyId !== null && (
        <AuditedSecret key={keyId} id={keyId} read={() => reveal(applicationId, keyId)} onClose={close}>
          {({ apikey }) => <CopyText value={apikey} label={t('the key')} isBlock />}
        </AuditedSecret>
      )}
    </Modal>
  );
}

const reveal = (id: string, keyId: string) =>
  dataOf(api.POST('/admin/api/applications/{id}/keys/{key_id}/reveal/', { params: { path: { id, key_id: keyId } } }));
