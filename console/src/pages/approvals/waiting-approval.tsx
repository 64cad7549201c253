import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/failure';
import { useMay } from '../../api/permissions';
import { namesOf } from '../../api/waiting';
import { approvalsQuery, forecastQuery, type Approval, type Forecast } from './approvals.queries';
import { kindLabel, OBJECTIONS, subjectPath } from './labels';
import { t } from '../../i18n/t';

/** As many proposals of one kind are looked through. */
const MOST = 100;

/** The waiting proposal about the subject of a page. @param at the page; undefined where nothing can wait */
export function useWaiting(kind: string, at: string | undefined): Approval | undefined {
  const isAsked = useMay()('approvals.read');
  const { data } = useQuery({
    ...approvalsQuery({ kind, status: 'waiting', limit: MOST, offset: 0 }),
    enabled: isAsked && at !== undefined,
  });
  return at === undefined ? undefined : data?.results.find((one) => subjectPath(one) === at);
}

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

function forecastOf({ status, objection, waits_for }: Forecast): string {
  if (objection !== null) return OBJECTIONS[objection];
  switch (status) {
    case 'waiting':
      return waits_for.length === 0
        ? t('This only proposes it. At present nobody can approve it.')
        : t('This only proposes it. Who can then approve it: {{people}}.', { people: namesOf({ waits_for }) });
    case 'approved':
      return t('Somebody else prepared it. You review it as the second person, so it is done at once.');
    default:
      return t('It is done at once: no second person reviews it.');
  }
}

/** Says that a proposal waits, and for whom; nothing without one. */
export function WaitingApproval({ approval }: { approval: Approval | undefined }) {
  if (approval === undefined) return null;
  return (
    <Alert mb="md" color="yellow" icon={<IconInfoCircle aria-hidden />}>
      <Anchor component={Link} to={`/approvals/${approval.id}`} inherit>
        {kindLabel(approval.kind)}
      </Anchor>
      {': '}
      {t('It waits for: {{people}}.', { people: namesOf(approval) })}
    </Alert>
  );
}
