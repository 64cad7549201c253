import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { describeFailure } from '../../api/failure';
import { useMay } from '../../api/permissions';
import { namesOf } from '../../api/waiting';
import { OBJECTIONS } from './labels';
import { t } from '../../i18n/t';

/** Whether an action would wait for a second person now. */
const forecastQuery = (kind: string, id: number) =>
  queryOptions({
    queryKey: ['approval-forecast', kind, id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/approvals/forecast/', { params: { query: { kind, id } }, signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Says in the question before an action whether it will wait for a second person, and for whom. */
export function ApprovalForecast({ kind, id }: { kind: string; id: number }) {
  const isAsked = useMay()('approvals.read');
  const { data, error } = useQuery({ ...forecastQuery(kind, id), enabled: isAsked });
  return (
    <Text size="sm" mt="xs" fw={600} role="status" mih="1.5em">
      {error === null ? data && forecastOf(data) : describeFailure(error)}
    </Text>
  );
}

function forecastOf({ status, objection, waits_for }: Schemas['ApprovalForecastView']): string {
  if (objection !== null) return OBJECTIONS[objection];
  switch (status) {
    case 'waiting':
      return waits_for.length === 0
        ? t('This only proposes it. At present nobody can approve it.')
        : t('This only proposes it. Who can then approve it: {{people}}.', { people: namesOf({ waits_for }) });
    case 'approved':
      return t('Somebody else prepared it. You review it as the second person, so it is done at once.');
    default:
      return t(
        'It is done at once: no second person reviews it. An account that has its rights from you counts only after the days of the approval settings.',
      );
  }
}
