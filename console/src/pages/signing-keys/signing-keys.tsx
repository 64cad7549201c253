import { Badge, Button, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { api, dataOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { EmptyState } from '../../components/empty-state';
import { useListParams } from '../../components/list-params';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { When } from '../../components/when';
import { t } from '../../i18n/t';

type SigningKey = Schemas['SigningKeyView'];

const signingKeysQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['signing-keys', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/signing-keys/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

const COLUMNS: readonly Column<SigningKey>[] = [
  { title: t('Key id'), cell: ({ kid }) => <span className="mono">{kid}</span> },
  {
    title: t('Use'),
    cell: ({ signs }) => (
      <Badge variant="light" color={signs ? 'teal' : 'gray'} tt="none" fw={600} miw="max-content">
        {signs ? t('Signs and verifies') : t('Verifies only')}
      </Badge>
    ),
  },
  { title: t('Algorithm'), cell: ({ alg }) => alg },
  { title: t('Issuer'), cell: ({ issuer }) => <span className="mono">{issuer}</span> },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} /> },
];

/** The keys that application keys and access tokens are signed with. */
export function SigningKeysPage() {
  const params = useListParams();
  const query = useQuery(signingKeysQuery({ limit: params.limit, offset: params.offset }));
  const rotate = useChange({
    run: () => dataOf(api.POST('/admin/api/signing-keys/rotate/')),
    refreshes: [['signing-keys'], ['audit']],
    done: t('The signing key was rotated'),
    quiet: true,
  });
  const ask = (): void =>
    confirm({
      title: t('Rotate the signing key?'),
      body: (
        <Text size="sm">
          {t(
            'A new key signs all application keys and access tokens from now on. Existing ones stay valid: earlier keys still verify them, and nobody has to log in again.',
          )}
        </Text>
      ),
      action: t('Rotate'),
      isDangerous: false,
      run: () => rotate.mutateAsync(),
    });
  return (
    <>
      <PageHeader
        title={t('Signing keys')}
        description={t(
          'Application keys and access tokens are signed with the newest key. Anyone can verify them with the public keys at /.well-known/jwks.json.',
        )}
        actions={
          <May do="signing-keys.write">
            <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={ask}>
              {t('Rotate')}
            </Button>
          </May>
        }
      />
      <ResourceList
        label={t('Signing keys')}
        query={query}
        params={params}
        columns={COLUMNS}
        keyOf={({ kid }) => kid}
        empty={
          <EmptyState title={t('No signing keys')} hint={t('The service creates the first one when it starts.')} />
        }
      />
    </>
  );
}
