import { Anchor, Badge, Button, Group, List, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import { FailureState } from '../../../components/failure-state';
import { FormSection } from '../../../components/form-section';
import { May } from '../../../components/may';
import { useDialog } from '../../../components/use-dialog';
import type { Platform } from '../applications.queries';
import { optionsOf, PLATFORMS, PLATFORMS_OF } from '../labels';
import { useApplication } from '../use-application';
import { CollectDialog } from './collect-dialog';
import { liveKeysQuery, type EncryptionKey } from './encryption.queries';
import { IssueDialog } from './issue-dialog';
import { PlatformCard } from './platform-card';
import { RetiredKeys } from './retired-keys';
import { rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';

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
