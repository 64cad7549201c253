import { Anchor, Badge, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { applicationFilter } from '../../components/application-picker';
import { CopyText } from '../../components/copy-text';
import { DescriptionList } from '../../components/description-list';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { UserLink } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { useDialog, type Dialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { refusedRequestsQuery, type RefusedRequest, type RefusedRequestsQuery } from './requests.queries';
import { formatLatency } from './traffic.format';
import { t } from '../../i18n/t';

const CLASSES = [
  { value: '4xx', label: t('Refused (4xx)') },
  { value: '5xx', label: t('Failed (5xx)') },
];

const DECLARED: readonly ListFilter[] = [
  { kind: 'choice', name: 'status_class', label: t('Outcome'), choices: CLASSES },
  { kind: 'text', name: 'code', label: t('Code') },
  { kind: 'text', name: 'request_id', label: t('Request id') },
  { kind: 'times', label: t('When'), names: ['from', 'to'] },
];
const DECLARED_OF_ALL = [applicationFilter('application'), ...DECLARED];

/**
 * Requests that were refused or failed, newest first; filters are kept in the address.
 * @param applicationId only those of one application
 */
export function RefusedList({ applicationId }: { applicationId?: string }) {
  const list = useList(applicationId === undefined ? DECLARED_OF_ALL : DECLARED, '-at');
  const { search, application, ...page } = pageOf<RefusedRequestsQuery & { search?: string; application?: string }>(
    list,
  );
  const asked = { ...page, route: search, application_id: application ?? applicationId } as RefusedRequestsQuery;
  const query = useQuery(refusedRequestsQuery(asked));
  const dialog = useDialog('request');
  const shown = query.data?.results.find(({ id }) => String(id) === dialog.subject);
  return (
    <>
      <ResourceList
        label={t('Refused requests')}
        name="refused-requests"
        query={query}
        params={list}
        columns={columnsOf(dialog.open)}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} search={t('Search by route')} />}
        csv={{ path: 'requests/', asked }}
        empty={
          <EmptyState
            title={t('No refused requests')}
            hint={t('Requests that are refused or fail appear here after a few seconds.')}
            Icon={IconCircleCheck}
          />
        }
      />
      <RequestDialog request={shown} dialog={dialog} />
    </>
  );
}

const NO_ROUTE = 'No such address';

function columnsOf(open: (id: string) => void): readonly Column<RefusedRequest>[] {
  return [
    {
      id: 'request',
      title: t('Request'),
      cell: ({ id, method, route }) => (
        <Anchor component="button" type="button" size="sm" ta="start" className="mono" onClick={() => open(String(id))}>
          {`${method} ${route ?? NO_ROUTE}`}
        </Anchor>
      ),
    },
    { id: 'status', title: t('Status'), cell: ({ status }) => <StatusCode status={status} /> },
    { id: 'why', title: t('Why'), cell: ({ code, reason }) => reason?.message ?? code },
    {
      id: 'application',
      title: t('Application'),
      cell: ({ application }) =>
        application === null ? (
          t('No valid key')
        ) : (
          <Anchor component={Link} to={`/applications/${application.id}`} size="sm" className="wraps">
            {application.name ?? application.id}
          </Anchor>
        ),
    },
    { id: 'when', title: t('When'), sort: '-at', cell: ({ at }) => <When at={at} /> },
  ];
}

function StatusCode({ status }: { status: number }) {
  return (
    <Badge variant="light" color={status >= 500 ? 'red' : 'yellow'} miw="max-content">
      {status}
    </Badge>
  );
}

/** One request, and why it was refused. */
function RequestDialog({ request, dialog }: { request: RefusedRequest | undefined; dialog: Dialog }) {
  return (
    <Modal
      opened={dialog.isOpen && request !== undefined}
      onClose={dialog.close}
      title={t('Refused request')}
      size="lg"
    >
      {request !== undefined && <Details request={request} />}
    </Modal>
  );
}

function Details({ request }: { request: RefusedRequest }) {
  const { method, route, status, code, fields, application, uid, username, ip, reason } = request;
  return (
    <Stack gap="lg">
      <section aria-labelledby="why">
        <Text id="why" fw={600} mb={4}>
          {t('Why was it refused?')}
        </Text>
        {reason === null ? (
          <Text size="sm">{t('The error {{code}} is that of an extension.', { code: code ?? '' })}</Text>
        ) : (
          <Stack gap={4}>
            <Text size="sm">{reason.cause}</Text>
            <Text size="sm" c="dimmed">
              {t('What the client was told: {{message}}', { message: reason.message })}
            </Text>
            <Text size="sm">{t('What helps: {{remedy}}', { remedy: reason.remedy })}</Text>
          </Stack>
        )}
      </section>
      <DescriptionList
        entries={[
          [t('Request'), `${method} ${route ?? NO_ROUTE}`],
          [t('Status'), <StatusCode key="status" status={status} />],
          [t('Code'), code ?? t('none')],
          [t('Fields with problems'), fields.length === 0 ? t('none') : fields.join(', ')],
          [t('Application'), application?.name ?? application?.id ?? t('No valid key')],
          [t('User'), uid === null ? t('none') : <UserLink key="user" uid={uid} name={username} inherit />],
          [t('Address'), ip],
          [t('Duration'), formatLatency(request.duration_ms)],
          [t('When'), <When key="when" at={request.at} />],
        ]}
      />
      <CopyText label={t('Request id')} value={request.request_id} />
    </Stack>
  );
}
