import { Button, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { confirm } from '#console/components/confirm';
import { May } from '#console/components/may';
import { useDialog } from '#console/components/use-dialog';
import type { Plan } from '../plans.queries';
import { PublishDialog } from './publish-dialog';
import { t } from '#console/i18n/t';

interface PlanActionsProps {
  plan: Plan;
  /** Whether something is not saved yet. */
  hasEdits: boolean;
  onDeleted: () => void;
}

/** What can be done with a version as a whole. */
export function PlanActions({ plan, hasEdits, onDeleted }: PlanActionsProps) {
  const isDraft = plan.status === 'draft';
  return (
    <>
      <May do="plans.write">
        <Button component={Link} variant="default" to={`/plans/new/copy?from=${plan.id}`}>
          {t('Copy')}
        </Button>
      </May>
      {isDraft && (
        <May do="plans.write">
          <DeleteButton plan={plan} onDeleted={onDeleted} />
        </May>
      )}
      {isDraft && (
        <May do="plans.publish">
          <PublishButton plan={plan} hasEdits={hasEdits} />
        </May>
      )}
    </>
  );
}

function PublishButton({ plan, hasEdits }: { plan: Plan; hasEdits: boolean }) {
  const dialog = useDialog('publish');
  return (
    <>
      <Tooltip label={t('Save or discard your changes first')} disabled={!hasEdits}>
        <Button
          // Stays reachable, so that the keyboard finds out why.
          data-disabled={hasEdits || undefined}
          aria-disabled={hasEdits}
          onClick={() => !hasEdits && dialog.open()}
        >
          {t('Publish…')}
        </Button>
      </Tooltip>
      <PublishDialog plan={plan} dialog={dialog} />
    </>
  );
}

function DeleteButton({ plan, onDeleted }: { plan: Plan; onDeleted: () => void }) {
  const navigate = useNavigate();
  const [isGone, setGone] = useState(false);
  const deletion = useChange({
    run: () =>
      api.DELETE('/admin/api/plans/{id}/', {
        params: { path: { id: plan.id }, header: { 'If-Match': String(plan.version) } },
      }),
    refreshes: [['plans', 'list']],
    quiet: true,
    done: t('The draft was deleted.'),
    onDone: () => {
      onDeleted();
      setGone(true);
    },
  });
  useEffect(() => {
    // Once the page knows that nothing can be lost.
    if (isGone) void navigate('/plans');
  }, [isGone, navigate]);
  return (
    <Button
      variant="default"
      onClick={() =>
        confirm({
          title: t('Delete the draft “{{name}}”?', { name: plan.name }),
          body: t('This cannot be undone. Nobody was paid by it, and the audit log keeps a copy.'),
          action: t('Delete'),
          run: () => deletion.mutateAsync(),
        })
      }
    >
      {t('Delete')}
    </Button>
  );
}
