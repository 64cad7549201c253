import { Button } from '@mantine/core';
import { useNavigate, Link } from 'react-router';
import { api } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import type { Plan } from '../plans.queries';

/** What can be done with a version as a whole. */
export function PlanActions({ plan }: { plan: Plan }) {
  const navigate = useNavigate();
  const deletion = useChange({
    run: () =>
      api.DELETE('/admin/api/plans/{id}/', {
        params: { path: { id: plan.id }, header: { 'If-Match': String(plan.version) } },
      }),
    refreshes: [['plans', 'list']],
    quiet: true,
    done: 'The draft was deleted.',
    onDone: () => void navigate('/plans'),
  });
  const isDraft = plan.status === 'draft';
  return (
    <>
      <Button component={Link} variant="default" to={`/plans/new/copy?from=${plan.id}`}>
        Copy
      </Button>
      {isDraft && (
        <Button
          variant="default"
          onClick={() =>
            confirm({
              title: `Delete the draft “${plan.name}”?`,
              body: 'It pays nobody, and is gone for good. The audit log keeps what it was.',
              action: 'Delete',
              run: () => deletion.mutateAsync(),
            })
          }
        >
          Delete
        </Button>
      )}
    </>
  );
}
