import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions';
import { formatMoney, formatNumber, inWords, periodInWords } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { PAGE_SIZE } from '../../components/list-params';
import { ListSums } from '../../components/list-sums';
import { ResourceList, type Column } from '../../components/resource-list';
import { statementsQuery, type PostedPeriod } from './earnings.queries';
import { t, within } from '../../i18n/t';

/** A statement for each posted period, which explains its amount. */
export function StatementsSection({ member: { uid, username } }: { member: { uid: number; username: string } }) {
  const mayOpen = useMay()('statements.read');
  const [page, setPage] = useState(1);
  const query = useQuery(statementsQuery(uid, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }));
  const { data } = query;
  return (
    <FormSection
      title={t('Statements')}
      description={t('Posted periods, newest first. Each links to its statement, which explains the amount.')}
      isWide
    >
      <ResourceList
        label={t('Statements')}
        query={query}
        params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
        columns={columnsOf(uid, mayOpen)}
        keyOf={({ period }) => period}
        csv={{ path: 'commission-statements/', asked: { uid } }}
        sums={
          <ListSums
            figures={(data?.results ?? [])
              .slice(0, 1)
              .flatMap(({ currency_code }) =>
                (data?.sums ?? []).map(({ total }): [string, string] => [
                  t('Earned'),
                  formatMoney(total, currency_code),
                ]),
              )}
          />
        }
        empty={<Text size="sm">{t('No period is posted in which {{username}} was a member.', { username })}</Text>}
      />
    </FormSection>
  );
}

const columnsOf = (uid: number, mayOpen: boolean): readonly Column<PostedPeriod>[] => [
  {
    title: t('Period'),
    cell: ({ period, run_id }) =>
      mayOpen ? (
        <Anchor component={Link} to={`/commission-runs/${run_id}/statements/${uid}`} fw={600}>
          {periodInWords(period)}
        </Anchor>
      ) : (
        periodInWords(period)
      ),
  },
  { title: t('Earned'), cell: ({ total, currency_code }) => formatMoney(total, currency_code), isNumeric: true },
  { title: t('Paid as'), cell: ({ rank, kind }) => rank ?? within(inWords(kind)) },
  {
    title: t('Active'),
    cell: ({ active, status }) =>
      active ? t('active') : status === 'active' ? t('not active') : within(inWords(status)),
  },
  { title: t('Personal volume'), cell: ({ personal_volume }) => formatNumber(personal_volume), isNumeric: true },
  { title: t('Group volume'), cell: ({ group_volume }) => formatNumber(group_volume), isNumeric: true },
];
