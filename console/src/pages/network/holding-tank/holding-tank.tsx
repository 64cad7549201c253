import { Alert, Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHourglass, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '#console/components/empty-state';
import type { ListFilter } from '#console/components/list-filters';
import { pageOf, useList } from '#console/components/list-params';
import { ListToolbar } from '#console/components/list-toolbar';
import { May } from '#console/components/may';
import { PageHeader } from '#console/components/page-header';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { useDialog, type Dialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import {
  holdingTankQuery,
  type HoldingTankQuery,
  networkSettingsQuery,
  type Waiting,
  memberQuery,
  type NetworkSettings,
} from '../network.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';
import { MoveDialog } from '../member/move-dialog';

const FILTERS: readonly ListFilter[] = [{ kind: 'person', name: 'sponsor_uid', label: t('Sponsor') }];

/** Who waits to be placed, in the holding tanks of all sponsors. */
export function HoldingTankPage() {
  const list = useList(FILTERS);
  const query = useQuery(holdingTankQuery(pageOf<HoldingTankQuery>(list)));
  const { data: settings } = useQuery(networkSettingsQuery);
  const dialog = useDialog('place');
  return (
    <>
      <PageHeader
        title={t('Holding tank')}
        description={t(
          'Distributors without a place in the placement tree, by enrolment. Their sponsors or you place them. After the holding days the service does, breadth first.',
        )}
      />
      {settings?.placement === 'none' && (
        <Alert icon={<IconInfoCircle aria-hidden />} title={t('The network has no placement tree')} mb="md">
          {rich('So nobody waits for a place. <link>Network settings</link>', {
            link: (words) => (
              <Anchor component={Link} to="/network/settings" inherit underline="always">
                {words}
              </Anchor>
            ),
          })}
        </Alert>
      )}
      <ResourceList
        label={t('Holding tank')}
        name="holding-tank"
        query={query}
        params={list}
        columns={columns(dialog.open)}
        keyOf={({ uid }) => uid}
        toolbar={<ListToolbar list={list} search={t('Search by username or name')} />}
        csv={{ path: 'network/holding-tank/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('Nobody waits')}
            hint={t(
              'New distributors wait here if the network settings let sponsors choose the place, or if no leg below their sponsor is open.',
            )}
            Icon={IconHourglass}
          />
        }
      />
      {settings !== undefined && <PlaceDialog settings={settings} dialog={dialog} />}
    </>
  );
}

function columns(place: (uid: string) => void): readonly Column<Waiting>[] {
  return [
    {
      id: 'member',
      title: t('Member'),
      cell: ({ uid, username }) => <UserLink uid={uid} name={username} tab="network" size="sm" fw={600} />,
    },
    { id: 'name', title: t('Name'), cell: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim() },
    {
      id: 'sponsor',
      title: t('Sponsor'),
      cell: ({ sponsor_uid, sponsor }) =>
        sponsor_uid === null ? (
          t('Nobody: becomes a root')
        ) : (
          <UserLink uid={sponsor_uid} name={sponsor} tab="network" size="sm" />
        ),
    },
    { id: 'enrolled', title: t('Enrolled'), cell: ({ enrolled_at }) => <When at={enrolled_at} /> },
    {
      id: 'placed_by_the_service',
      title: t('Placed by the service'),
      cell: ({ placed_at_latest: at }) => (Date.parse(at) < Date.now() ? t('due') : <When at={at} />),
    },
    {
      id: 'place',
      title: t('Place'),
      cell: ({ uid, username }) => (
        <May do="network.write">
          <Button
            size="xs"
            variant="default"
            aria-label={t('Place {{username}}', { username })}
            onClick={() => place(String(uid))}
          >
            {t('Place…')}
          </Button>
        </May>
      ),
    },
  ];
}

/** Places the member that the dialog is about. */
function PlaceDialog({ settings, dialog }: { settings: NetworkSettings; dialog: Dialog }) {
  const uid = Number(dialog.subject);
  const { data } = useQuery({ ...memberQuery(uid), enabled: dialog.isOpen && uid > 0 });
  // Once placed, it is closed before the member is read again.
  if (data?.uid !== uid) return null;
  return <MoveDialog key={uid} member={data} tree="placement" settings={settings} dialog={dialog} />;
}
