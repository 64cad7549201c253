import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DescriptionList } from '#console/components/description-list';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { StatusBadge } from '#console/components/status-badge';
import { useDialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { kindLabel } from '../labels';
import { networkSettingsQuery, type Member } from '../network.queries';
import { History } from './history';
import { StandingDialog } from './standing-dialog';
import { SuccessionDialog } from './succession-dialog';
import { plural, t } from '#console/i18n/t';

/** What a member is, and was. */
export function MemberSection({ member }: { member: Member }) {
  const { uid, kind, status, enrolled_at, title_rank, frontline, states } = member;
  const { data: settings } = useQuery(networkSettingsQuery);
  const [statusDialog, kindDialog] = [useDialog('status'), useDialog('kind')];
  const [merge, handOver] = [useDialog('merge'), useDialog('hand-over')];
  return (
    <FormSection
      title={t('Member')}
      description={t('The member’s kind and status, and how many members they sponsor.')}
    >
      <Stack gap="lg">
        <DescriptionList
          entries={[
            [t('Kind'), kindLabel(kind)],
            [t('Status in the network'), <StatusBadge key="status" status={status} />],
            [t('Enrolled'), <When key="enrolled" at={enrolled_at} />],
            [t('Title rank'), title_rank ?? t('None')],
            [t('Frontline'), frontlineText(frontline)],
          ]}
        />
        <Group gap="sm">
          <May do="network.write">
            <Button variant="default" onClick={() => statusDialog.open()}>
              {t('Change status…')}
            </Button>
          </May>
          <May do="network.write">
            <Button variant="default" onClick={() => kindDialog.open()}>
              {t('Change kind…')}
            </Button>
          </May>
          {status !== 'terminated' && (
            <>
              <May do="network.write">
                <Button variant="default" onClick={() => merge.open()}>
                  {t('Merge…')}
                </Button>
              </May>
              <May do="network.write">
                <Button variant="default" onClick={() => handOver.open()}>
                  {t('Hand over…')}
                </Button>
              </May>
            </>
          )}
          <Button
            variant="default"
            component={Link}
            to={`/volumes?uid=${uid}`}
            leftSection={<IconChartBar size={16} aria-hidden />}
          >
            {t('Volumes in the ledger')}
          </Button>
        </Group>
        <div>
          <Title order={3} fz="md" mb="sm">
            {t('History of status and kind')}
          </Title>
          <History
            label={t('History of status and kind')}
            entries={states.map((state) => ({
              ...state,
              title: (
                <Group component="span" gap="xs">
                  {kindLabel(state.kind)}
                  <StatusBadge status={state.status} />
                </Group>
              ),
            }))}
          />
        </div>
      </Stack>
      <StandingDialog what="status" member={member} dialog={statusDialog} />
      <StandingDialog what="kind" member={member} dialog={kindDialog} />
      {settings !== undefined && (
        <>
          <SuccessionDialog kind="merge" member={member} settings={settings} dialog={merge} />
          <SuccessionDialog kind="hand_over" member={member} settings={settings} dialog={handOver} />
        </>
      )}
    </FormSection>
  );
}

function frontlineText({ distributors, preferred, customers }: Member['frontline']): string {
  return [
    plural(distributors, '{{count}} distributor', '{{count}} distributors'),
    plural(preferred, '{{count}} preferred customer', '{{count}} preferred customers'),
    plural(customers, '{{count}} customer', '{{count}} customers'),
  ].join(', ');
}
