import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { confirm } from '../../../components/confirm';
import { DescriptionList } from '../../../components/description-list';
import { formatNumber } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import { May } from '../../../components/may';
import { PageHeader } from '../../../components/page-header';
import { PendingPage } from '../../../components/pending-page';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';
import { importerQuery, importQuery, isGoing, type Import } from '../imports.queries';
import { kindLabel } from '../kinds';
import { Outcome } from './outcome';
import { RefusedRows } from './refused-rows';

const BACK = { to: '/imports', label: 'Imports' };

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
  if (data === undefined) return <PendingPage title="Import" back={BACK} query={query} heights={[140]} />;
  // An import follows its dry run on this page: another one is announced as another page.
  return <Found key={data.id} one={data} />;
}

function Found({ one }: { one: Import }) {
  const { kind, status, dry_run, rows, accepted, skipped, refused, created_at, finished_at, by_uid } = one;
  const title = `${dry_run ? 'Dry run' : 'Import'} of ${kindLabel(kind).toLowerCase()}`;
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
        <FormSection title="Rows" description={dry_run ? 'A dry run writes nothing.' : undefined}>
          <DescriptionList
            entries={[
              [isGoing(one) ? 'Read so far' : 'Read', formatNumber(rows)],
              [dry_run ? 'Would be written' : 'Written', formatNumber(accepted)],
              ['Skipped, already imported', formatNumber(skipped)],
              ['Refused', refused.length === 0 ? '0' : formatNumber(refused.length)],
              ['Started', <When key="begun" at={created_at} />],
              ['Ended', <When key="ended" at={finished_at} never="not yet" />],
              ['By', <Person key="by" uid={by_uid} />],
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
  return (
    <Anchor component={Link} to={`/users/${uid}`} inherit>
      {data?.username ?? `uid ${uid}`}
    </Anchor>
  );
}

function CancelButton({ one: { id, dry_run } }: { one: Import }) {
  const client = useQueryClient();
  const ask = (): void =>
    confirm({
      title: dry_run ? 'Cancel this dry run?' : 'Cancel this import?',
      body: 'It ends within seconds, and nothing of it is written. The file can be sent again.',
      action: 'Cancel the import',
      cancel: 'Continue the import',
      run: async () => {
        await dataOf(api.POST('/admin/api/imports/{id}/cancel/', { params: { path: { id } } }));
        await client.invalidateQueries({ queryKey: ['imports'] });
        void client.invalidateQueries({ queryKey: ['audit'] });
      },
    });
  return (
    <May do="imports.write">
      <Button variant="default" onClick={ask}>
        Cancel…
      </Button>
    </May>
  );
}
