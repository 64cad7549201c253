import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { identityQuery } from '../../api/session';
import { waitsFor } from '../../api/waiting';
import { DescriptionList } from '../../components/description-list';
import { FormSection } from '../../components/form-section';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { Person } from '../../components/person';
import { RolesWith } from '../../components/roles-with';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { approvalQuery, type Approval } from './approvals.queries';
import { Decide } from './decide';
import { EffectSection } from './effect-section';
import { kindLabel, OBJECTIONS, openLabel, subjectPath, takingPart } from './labels';
import { t } from '../../i18n/t';

const BACK = { to: '/approvals', label: t('Approvals') };

/** One proposal: exactly what will happen, and the decision. */
export function ApprovalPage() {
  const id = Number(useParams().approvalId) || 0;
  const query = useQuery(approvalQuery(id));
  const client = useQueryClient();
  const { data } = query;
  if (data === undefined) return <PendingPage title={t('Approval')} back={BACK} query={query} heights={[160, 200]} />;
  const path = subjectPath(data);
  return (
    <>
      <PageHeader
        title={kindLabel(data.kind)}
        back={BACK}
        aside={<StatusBadge status={data.status} />}
        actions={
          <>
            {path !== undefined && (
              <Button component={Link} to={path} variant="default">
                {openLabel(data.kind)}
              </Button>
            )}
            <Decide approval={data} onDecided={() => void client.invalidateQueries()} />
          </>
        }
      />
      <Stack gap="lg">
        <State approval={data} />
        <EffectSection approval={data} />
        <FormSection title={t('Proposal')}>
          <DescriptionList entries={entriesOf(data)} />
        </FormSection>
      </Stack>
    </>
  );
}

function State({ approval }: { approval: Approval }) {
  const { data: me } = useQuery(identityQuery);
  switch (approval.status) {
    case 'waiting':
      return (
        <Alert icon={<IconInfoCircle aria-hidden />} title={t('Nothing has changed yet')}>
          {approval.objection === null
            ? t('Review what will happen, then approve or refuse it.')
            : `${objectionIn(approval, me?.uid)} ${waitsFor(approval)}`}
        </Alert>
      );
    case 'alone':
      return (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title={t('Done without approval')}>
          {t('No second person has reviewed it: nobody could, or the settings did not require it.')}
        </Alert>
      );
    case 'refused':
    case 'lapsed':
      return (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('Nothing was changed')}>
          {approval.status === 'refused' ? t('It was refused') : t('It has lapsed')}: {approval.reason}
        </Alert>
      );
    case 'approved':
      return null;
  }
}

/** Why the user cannot approve it. */
function objectionIn({ objection, made_by_uid }: Approval, uid: number | undefined): string {
  if (objection !== 'maker' || uid === undefined) return objection === null ? '' : OBJECTIONS[objection];
  return uid === made_by_uid
    ? t('You proposed it: another person has to decide.')
    : t('You took part in it: another person has to decide.');
}

function entriesOf(approval: Approval): [string, ReactNode][] {
  return [
    [t('Made by'), <Person key="maker" uid={approval.made_by_uid} />],
    [t('Made'), <When key="made" at={approval.made_at} />],
    [t('Took part'), <Contributors key="contributors" approval={approval} />],
    [t('Needs the role'), <RolesWith key="roles" permission={approval.permission} />],
    [t('Lapses'), <When key="lapses" at={approval.lapses_at} />],
    [t('Decided by'), approval.decided_by ?? t('nobody')],
    [t('Decided'), <When key="decided" at={approval.decided_at} never={t('not yet')} />],
  ];
}

/** Who took part besides the maker, and what that means. */
function Contributors({ approval: { kind, made_by_uid, contributors } }: { approval: Approval }) {
  const others = contributors.filter((uid) => uid !== made_by_uid);
  if (others.length === 0) return t('nobody else');
  return (
    <>
      {others.map((uid, at) => (
        <Fragment key={uid}>
          {at > 0 && ', '}
          <Person uid={uid} />
        </Fragment>
      ))}
      <Text span display="block" size="xs" c="dimmed">
        {takingPart(kind)}
      </Text>
    </>
  );
}
