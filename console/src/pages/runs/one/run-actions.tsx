import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client';
import { confirm } from '../../../components/confirm';
import { runTitle } from '../labels';
import { isGoing, type Run } from '../runs.queries';

/** What may have changed with a run. */
const CHANGED = [['runs'], ['plans'], ['earnings'], ['network'], ['audit']];

interface Action {
  label: string;
  title: string;
  body: string;
  action: string;
  isDangerous?: boolean;
  isMain?: boolean;
  run: () => Promise<unknown>;
}

/** The buttons of a run: what can be done in its status, each with a question before. */
export function RunActions({ run }: { run: Run }) {
  const client = useQueryClient();
  return actionsOf(run).map(({ label, isMain = false, ...question }) => (
    <Button
      key={label}
      variant={isMain ? 'filled' : 'default'}
      onClick={() =>
        confirm({
          isDangerous: false,
          ...question,
          run: async () => {
            await question.run();
            for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
          },
        })
      }
    >
      {label}
    </Button>
  ));
}

function actionsOf(run: Run): Action[] {
  const { id, kind, status, period } = run;
  const params = { params: { path: { id } } };
  const title = runTitle(run).toLowerCase();
  if (isGoing(run))
    return [
      {
        label: 'Cancel…',
        title: `Cancel the ${title}?`,
        body: 'It ends within seconds, and nothing of it is kept.',
        action: 'Cancel the run',
        isDangerous: true,
        run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/cancel/', params)),
      },
    ];
  const actions: Action[] = [];
  if (kind === 'final' && status === 'calculated')
    actions.push({
      label: 'Approve…',
      title: `Approve the ${title}?`,
      body: 'You say that you have looked at it. Nobody is paid yet: posting comes next.',
      action: 'Approve',
      isMain: true,
      run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/approve/', params)),
    });
  if (status === 'approved')
    actions.push({
      label: 'Post…',
      title: `Post ${period}?`,
      body: 'The earnings are written, title ranks and carried volumes too, and the period is closed. It cannot be undone: mistakes are put right in later periods.',
      action: 'Post',
      isMain: true,
      run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/post/', params)),
    });
  if (status === 'calculated' || status === 'approved')
    actions.push({
      label: 'Discard…',
      title: `Discard the ${title}?`,
      body: 'Its lines and measures go. Another one can be started.',
      action: 'Discard',
      isDangerous: true,
      run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/discard/', params)),
    });
  return actions;
}
