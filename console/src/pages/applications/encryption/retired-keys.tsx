import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { When } from '../../../components/when';
import { PLATFORMS } from '../labels';
import { retiredKeysQuery, type EncryptionKey } from './encryption.queries';
import { t } from '../../../i18n/t';

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
export function RetiredKeys({ applicationId }: { applicationId: string }) {
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
