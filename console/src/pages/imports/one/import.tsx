import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { confirm } from '#console/components/confirm';
import { DescriptionList } from '#console/components/description-list';
import { formatNumber } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { PageHeader } from '#console/components/page-header';
import { PendingPage } from '#console/components/pending-page';
import { UserLink } from '#console/components/person';
import { StatusBadge } from '#console/components/status-badge';
import { When } from '#console/components/when';
import { importerQuery, importQuery, isGoing, type Import } from '../imports.queries';
import { kindLabel } from '../kinds';
import { Outcome } from './outcome';
import { RefusedRows } from './refused-rows';
import { t, within } from '#console/i18n/t';

const BACK = { to: '/imports', label: t('Imports') };

/** What an import may have changed. */
const CHANGED = [['imports', 'list'], ['network'], ['users'], ['volumes']];

/** One import: its progress, its outcome, and the refused rows. */
export function ImportPage() {
  const { id = '' } = useParams();
  const query = useQuery(importQuery(id));
  const { data } = query;
  const client = useQueryClient();
  const isOver = data !== undefined && !isGoing(data);
  useEffect(() => {
    // What it has written may be on any page.
    if (!isOver) return;
    for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
  }, [isOver, client]);
  if (data === undefined) return <PendingPage title={t('Import')} back={BACK} query={query} heights={[140]} />;
  // An import follows its dry run on this page: another one is announced as another page.
  return <Found key={data.id} one={data} />;
}

function Found({ one }: { one: Import }) {
  const { kind, status, dry_run, rows, accepted, skipped, refused, created_at, finished_at, by_uid } = one;
  const title = dry_run
    ? t('Dry run of {{kind}}', { kind: within(kindLabel(kind)) })
    : t('Import of {{kind}}', { kind: within(kindLabel(kind)) });
  return (
    <>
      <PageHeader
        title={title}
        back={BACK}
        aside={<StatusBadge status={status} />}
        actions={isGoing(one) && <CancelButton one={one} />}
      />
      <Stack gap="lg">
        <Outcome one={one} />
        <FormSection title={t('Rows')} description={dry_run ? t('A dry run writes nothing.') : undefined}>
          <DescriptionList
            entries={[
              [isGoing(one) ? t('Read so far') : t('Read'), formatNumber(rows)],
              [dry_run ? t('Would be written') : t('Written'), formatNumber(accepted)],
              [t('Skipped, already imported'), formatNumber(skipped)],
              [t('Refused'), refused.length === 0 ? '0' : formatNumber(refused.length)],
              [t('Started'), <When key="begun" at={created_at} />],
              [t('Ended'), <When key="ended" at={finished_at} never={t('not yet')} />],
              [t('By'), <Person key="by" uid={by_uid} />],
            ]}
          />
        </FormSection>
        {refused.length > 0 && <RefusedRows one={one} />}
      </Stack>
    </>
  );
}

function Person({ uid }: { uid: number }) {
  const { data } = useQuery(importerQuery(uid));
  return <UserLink uid={uid} name={data?.username} inherit />;
}

function CancelButton({ one: { id, dry_run } }: { one: Import }) {
  const client = useQueryClient();
  const ask = (): void =>
    confirm({
      title: dry_run ? t('Cancel this dry run?') : t('Cancel this import?'),
      body: t('It ends within seconds, and nothing of it is written. The file can be sent again.'),
      action: t('Cancel the import'),
      cancel: t('Continue the import'),
      run: async () => {
        await dataOf(api.POST('/admin/api/imports/{id}/cancel/', { params: { path: { id } } }));
        await client.invalidateQueries({ queryKey: ['imports'] });
        void client.invalidateQueries({ queryKey: ['audit'] });
      },
    });
  return (
    <May do="imports.write">
      <Button variant="default" onClick={ask}>
        {t('Cancel…')}
      </Button>
    </May>
  );
}
