import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney, periodInWords } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { PAGE_SIZE } from '#console/components/list-params';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { correctedMembersQuery, type CorrectedMember, type Correction } from '../corrections.queries';
import { Difference } from '../difference';
import { t } from '#console/i18n/t';

/** Both results of each member side by side, each with the statement that explains it. */
export function MembersSection({ correction }: { correction: Correction }) {
  const [page, setPage] = useState(1);
  const query = useQuery(correctedMembersQuery(correction.id, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }));
  return (
    <FormSection
      title={t('Members')}
      description={t(
        'Members whose earnings changed, by period, largest differences first. Each amount links to the statement that explains it.',
      )}
      isWide
    >
      <ResourceList
        label={t('Corrected members')}
        query={query}
        params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
        columns={columnsOf(correction)}
        keyOf={({ period, uid }) => `${period} ${uid}`}
        csv={{ path: `commission-corrections/${correction.id}/members/`, asked: {} }}
        empty={<Text size="sm">{t('Nobody gets more or less. Approving it posts nothing.')}</Text>}
      />
    </FormSection>
  );
}

function columnsOf({ periods, currency_code: currency }: Correction): readonly Column<CorrectedMember>[] {
  const runsOf = (period: string) => periods.find((one) => one.period === period);
  return [
    { title: t('Member'), cell: ({ uid, username }) => <UserLink uid={uid} name={username} tab="earnings" fw={600} /> },
    { title: t('Period'), cell: ({ period }) => periodInWords(period) },
    {
      title: t('Got'),
      cell: ({ period, uid, before, rank_before: rank }) => (
        <Result amount={before} rank={rank} currency={currency} runId={runsOf(period)?.before_run_id} uid={uid} />
      ),
      isNumeric: true,
    },
    {
      title: t('Corrected'),
      cell: ({ period, uid, after, rank_after: rank }) => (
        <Result amount={after} rank={rank} currency={currency} runId={runsOf(period)?.correction_run_id} uid={uid} />
      ),
      isNumeric: true,
    },
    {
      title: t('Difference'),
      cell: ({ difference }) => <Difference amount={difference} currency={currency} />,
      isNumeric: true,
    },
  ];
}

interface ResultProps {
  amount: number;
  rank: string | null;
  currency: string;
  /** The run whose statement explains it. */
  runId: number | null | undefined;
  uid: number;
}

function Result({ amount, rank, currency, runId, uid }: ResultProps) {
  const text = formatMoney(amount, currency);
  return (
    <>
      {runId === null || runId === undefined ? (
        text
      ) : (
        <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} inherit>
          {text}
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        {rank === null ? t('no rank') : t('paid as {{rank}}', { rank })}
      </Text>
    </>
  );
}
