import { Anchor, Badge, Button, Group, List, SimpleGrid, Skeleton, Stack, Text, Title, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { confirm } from '#console/components/confirm';
import { FailureState } from '#console/components/failure-state';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { useDialog, type Dialog } from '#console/components/use-dialog';
import type { Platform } from '../applications.queries';
import { optionsOf, PLATFORMS, PLATFORMS_OF } from '../labels';
import { useApplication } from '../use-application';
import { liveKeysQuery, type EncryptionKey, collect, retiredKeysQuery } from './encryption.queries';
import { IssueDialog } from './issue-dialog';
import { PlatformCard } from './platform-card';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';
import { AuditedSecret } from '../audited-secret';
import { JwkText } from './jwk-text';
import { useListParams } from '#console/components/list-params';
import { ResourceList, type Column } from '#console/components/resource-list';
import { When } from '#console/components/when';

/** The tab “Encryption” of an application: the keys of each of its platforms. */
export function EncryptionTab() {
  const application = useApplication();
  const { id, name, client_type, require_encryption } = application;
  const { data, error, isPending, refetch } = useQuery(liveKeysQuery(id));
  const issue = useDialog('issue');
  const collect = useDialog('collect');
  const retire = useChange({
    run: (kid: string) =>
      dataOf(api.DELETE('/admin/api/applications/{id}/encryption-keys/{kid}/', { params: { path: { id, kid } } })),
    refreshes: [['applications'], ['audit']],
    done: t('The key is retired'),
    quiet: true,
  });
  const live = data?.results ?? [];
  const askToRetire = ({ kid, platform }: EncryptionKey): void =>
    confirm({
      title: t('Retire this key?'),
      body: (
        <Stack gap="xs">
          <Text size="sm" className="mono">
            {kid}
          </Text>
          <Text size="sm">
            {t(
              'Within 2 seconds {{platform}} builds that use it can no longer encrypt requests or decrypt responses with it. This cannot be undone.',
              { platform: PLATFORMS[platform] },
            )}
          </Text>
        </Stack>
      ),
      action: t('Retire'),
      run: () => retire.mutateAsync(kid),
    });
  const usual = PLATFORMS_OF[client_type];
  const others = optionsOf(PLATFORMS)
    .map(({ value }) => value)
    .filter((one) => !usual.includes(one));
  const isInUse = (platform: Platform): boolean => live.some((key) => key.platform === platform);
  const [another] = others.filter((one) => !isInUse(one));

  return (
    <Stack gap="lg">
      <About isRequired={require_encryption} />
      {isPending ? (
        <Skeleton height={180} role="status" aria-label={t('Loading encryption keys')} />
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <section aria-labelledby="live-keys">
          <Group justify="space-between" mb="sm">
            <Title order={2} id="live-keys">
              {t('Keys in use')}
            </Title>
            {another !== undefined && (
              <May do="keys.write">
                <Button
                  variant="subtle"
                  size="xs"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  onClick={() => issue.open(another)}
                >
                  {t('Another platform')}
                </Button>
              </May>
            )}
          </Group>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {[...usual, ...others.filter(isInUse)].map((platform) => (
              <PlatformCard
                key={platform}
                platform={platform}
                isRequired={require_encryption}
                keys={live.filter((key) => key.platform === platform)}
                onIssue={() => issue.open(platform)}
                onCollect={({ kid }) => collect.open(kid)}
                onRetire={askToRetire}
              />
            ))}
          </SimpleGrid>
        </section>
      )}
      <RetiredKeys applicationId={id} />
      <IssueDialog application={application} live={live} dialog={issue} />
      <CollectDialog application={{ id, name }} dialog={collect} />
    </Stack>
  );
}

/** What the keys are for, and how to use them. */
function About({ isRequired }: { isRequired: boolean }) {
  return (
    <FormSection
      title={t('Encrypted bodies')}
      description={t(
        'TLS ends at the proxy. With an encryption key, only the application and this service can read the bodies.',
      )}
    >
      <Stack gap="sm">
        <Group gap="sm">
          <Badge variant="light" color={isRequired ? 'indigo' : 'gray'} tt="none">
            {isRequired ? t('Required') : t('Not required')}
          </Badge>
          <Text size="sm">
            {isRequired ? t('Plain bodies are rejected.') : t('Plain bodies are accepted too.')}{' '}
            <Anchor component={Link} to="../settings" size="sm" underline="always">
              {t('Change this under Settings')}
            </Anchor>
          </Text>
        </Group>
        <List size="sm" spacing={4}>
          <List.Item>
            {t('Create a key for each platform that the application runs on, and add it to that build.')}
          </List.Item>
          <List.Item>
            {rich(
              'The build sends bodies as <span>application/jose</span>: a compact JWE with <span>dir</span>, <span>A256GCM</span> and the key’s <span>kid</span>.',
              { span: (words) => <span className="mono">{words}</span> },
            )}
          </List.Item>
          <List.Item>
            {rich('With <span>Accept: application/jose</span> it gets encrypted responses.', {
              span: (words) => <span className="mono">{words}</span>,
            })}
          </List.Item>
        </List>
        <Text size="sm">
          {rich('See the <link>API reference</link> under “Encrypted bodies”.', {
            link: (words) => (
              <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm" underline="always">
                {words}
              </Anchor>
            ),
          })}
        </Text>
      </Stack>
    </FormSection>
  );
}

interface CollectDialogProps {
  application: { id: string; name: string };
  dialog: Dialog;
}

/** Shows an encryption key, after a note that this is audited. */
function CollectDialog({ application: { id, name }, dialog }: CollectDialogProps) {
  const { isOpen, close, subject: kid } = dialog;
  return (
    <Modal opened={isOpen} onClose={close} title={t('Export an encryption key')} size="lg">
      {kid !== null && (
        <AuditedSecret key={kid} id={kid} read={() => collect(id, kid)} onClose={close}>
          {({ jwk, platform }) => <JwkText jwk={jwk} platform={platform} name={name} />}
        </AuditedSecret>
      )}
    </Modal>
  );
}

const COLUMNS: readonly Column<EncryptionKey>[] = [
  {
    title: t('Key id'),
    cell: ({ kid }) => (
      <Text component="span" size="sm" className="mono">
        {kid}
      </Text>
    ),
  },
  { title: t('Platform'), cell: ({ platform }) => PLATFORMS[platform] },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} /> },
  { title: t('Retired'), cell: ({ retired_at }) => <When at={retired_at} /> },
];

/** Retired keys, to look up a `kid` from a log. Renders nothing if there are none. */
function RetiredKeys({ applicationId }: { applicationId: string }) {
  const params = useListParams();
  const { limit, offset } = params;
  const query = useQuery(retiredKeysQuery(applicationId, { limit, offset }));
  if (query.data?.count === 0) return null;
  return (
    <section aria-labelledby="retired-keys">
      <Title order={2} id="retired-keys" mb="sm">
        {t('Retired keys')}
      </Title>
      <ResourceList
        label={t('Retired keys')}
        query={query}
        params={params}
        columns={COLUMNS}
        keyOf={({ kid }) => kid}
        empty={null}
      />
    </section>
  );
}
