import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { changedParams } from '#console/components/address';
import { FailureState } from '#console/components/failure-state';
import { PageHeader } from '#console/components/page-header';
import { UserPicker } from '#console/components/user-picker';
import { TREES } from '../labels';
import { networkSettingsQuery, type Tree } from '../network.queries';
import { FoundTree } from './found-tree';
import { Roots } from './roots';
import { treePath, type Form, type TreeAddress } from './tree-path';
import { idOf } from './walk';
import { t } from '#console/i18n/t';

const FORMS: readonly { value: Form; label: string }[] = [
  { value: 'chart', label: t('Chart') },
  { value: 'list', label: t('List') },
  { value: 'table', label: t('Table') },
];

/** The trees of the network, to look at and to walk in. */
export function TreePage() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const settings = useQuery(networkSettingsQuery);
  // A chart needs room to its right.
  const isNarrow = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const tree: Tree = params.get('tree') === 'placement' ? 'placement' : 'sponsor';
  const [root, to, at] = ['root', 'to', 'at'].map((name) => idOf(params.get(name)));
  const view = FORMS.find(({ value }) => value === params.get('view'))?.value;
  const form = isNarrow && view !== 'table' ? 'list' : (view ?? 'chart');
  const go = (address: TreeAddress, state?: object): void => {
    void navigate(treePath({ form: view, ...address }), { preventScrollReset: true, state });
  };
  return (
    <>
      <PageHeader
        title={t('Network tree')}
        description={t(
          'Members and their downlines, with the volumes of the open period: PV is personal volume, GV is group volume.',
        )}
      />
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SegmentedControl
            aria-label={t('Tree')}
            transitionDuration={0}
            data={(['sponsor', 'placement'] as const).map((value) => ({
              value,
              label: TREES[value],
              disabled: value === 'placement' && settings.data?.placement === 'none',
            }))}
            value={tree}
            // The same member is looked up in the other tree.
            onChange={(value) => go({ tree: value, to: at ?? to ?? root })}
          />
          <UserPicker
            aria-label={t('Find a member')}
            placeholder={t('Find a member')}
            value={null}
            onChange={(user) => user !== null && go({ tree, root, to: user.uid }, { search: true })}
            w={{ base: '100%', xs: 260 }}
          />
          <SegmentedControl
            aria-label={t('View')}
            transitionDuration={0}
            data={FORMS.filter(({ value }) => !isNarrow || value !== 'chart')}
            value={form}
            onChange={(value) => setParams(changedParams({ view: value }), { preventScrollReset: true })}
          />
        </Group>
        {settings.data === undefined ? (
          settings.error !== null && <FailureState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : root === undefined && to === undefined ? (
          <Roots key={tree} tree={tree} />
        ) : (
          <FoundTree {...{ tree, root, to, form, view }} settings={settings.data} />
        )}
      </Stack>
    </>
  );
}
