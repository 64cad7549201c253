import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions';
import { namesOf } from '../../api/waiting';
import { approvalsQuery } from './approvals.queries';
import { kindLabel, subjectPath } from './labels';
import { t } from '../../i18n/t';

/** As many proposals of one kind are looked through. */
const MOST = 100;

/** That something was proposed on a page, and waits for another person; nothing otherwise. */
export function WaitingApproval({ kind, at }: { kind: string; at: string }) {
  const isAsked = useMay()('approvals.read');
  const { data } = useQuery({
    ...approvalsQuery({ kind, status: 'waiting', limit: MOST, offset: 0 }),
    enabled: isAsked,
  });
  const found = data?.results.find((one) => subjectPath(one) === at);
  if (found === undefined) return null;
  return (
    <Alert mb="md" color="yellow" icon={<IconInfoCircle aria-hidden />}>
      <Anchor component={Link} to={`/approvals/${found.id}`} inherit>
        {kindLabel(kind)}
      </Anchor>
      {': '}
      {t('It waits for: {{people}}.', { people: namesOf(found) })}
    </Alert>
  );
}
