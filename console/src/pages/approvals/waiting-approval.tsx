import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions';
import { namesOf, nobodyCanApprove } from '../../api/waiting';
import { approvalsQuery, type Approval } from './approvals.queries';
import { kindLabel, subjectPath } from './labels';
import { rich } from '../../i18n/rich';

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

/** Says on a page that a proposal about its subject waits; nothing without one. */
export function Waiting({ kind, at }: { kind: string; at: string | undefined }) {
  return <WaitingApproval approval={useWaiting(kind, at)} />;
}

/** Says that a proposal waits, and for whom; nothing without one. */
export function WaitingApproval({ approval }: { approval: Approval | undefined }) {
  if (approval === undefined) return null;
  const proposal = (
    <Anchor component={Link} to={`/approvals/${approval.id}`} inherit underline="always">
      {kindLabel(approval.kind)}
    </Anchor>
  );
  return (
    <Alert mb="md" color="yellow" icon={<IconInfoCircle aria-hidden />}>
      {approval.waits_for.length === 0 ? (
        <>
          {proposal}: {nobodyCanApprove()}
        </>
      ) : (
        rich('<proposal/>: waits for {{people}}.', { proposal, people: namesOf(approval.waits_for) })
      )}
    </Alert>
  );
}
