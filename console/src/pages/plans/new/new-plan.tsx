import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useChange } from '#console/api/use-change';
import { FailureState } from '#console/components/failure-state';
import { PageHeader } from '#console/components/page-header';
import { withDefaults } from '../document/defaults';
import type { JsonObject } from '../document/paths';
import { idOf } from '../labels';
import { PlanEditor } from '../editor/plan-editor';
import { usePlanDocument } from '../editor/use-plan-document';
import { createPlan, planQuery, planSchemaQuery, planTemplatesQuery, type Plan } from '../plans.queries';
import { t } from '#console/i18n/t';

const EMPTY: JsonObject = {
  name: t('New plan'),
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member', requires: {} }],
  bonuses: [],
};

/** A new plan from a template, from another version (`copy`), or an empty one. */
export function NewPlanPage() {
  const { template = '' } = useParams();
  const [params] = useSearchParams();
  const from = idOf(params.get('from'));
  const templates = useQuery({ ...planTemplatesQuery, enabled: template !== 'empty' && template !== 'copy' });
  const source = useQuery({ ...planQuery(from ?? 0), enabled: template === 'copy' });
  const schema = useQuery(planSchemaQuery);
  const chosen = template === 'copy' ? source : templates;
  const query = chosen.data === undefined && template !== 'empty' ? chosen : schema;
  const begun = documentOf(template, templates.data?.results, source.data);
  // So that the form shows what the draft will have.
  const document = schema.data && begun && withDefaults(begun, schema.data);
  return (
    <>
      <PageHeader
        title={source.data === undefined ? t('New plan') : t('Copy of {{name}}', { name: source.data.name })}
        description={t('A draft pays nobody. It can be changed and tried until it is published.')}
        back={
          template === 'copy'
            ? { to: `/plans/${from}`, label: t('The plan') }
            : { to: '/plans/new', label: t('Templates') }
        }
      />
      {document !== undefined ? (
        <NewPlan document={document} />
      ) : query.isPending ? (
        <Skeleton height={420} role="status" aria-label={t('Loading')} />
      ) : (
        <FailureState
          error={query.error ?? new Error(t('there is no such template'))}
          onRetry={() => void query.refetch()}
        />
      )}
    </>
  );
}

function documentOf(
  name: string,
  templates: readonly { name: string; plan: unknown }[] | undefined,
  source: Plan | undefined,
): JsonObject | undefined {
  if (name === 'empty') return EMPTY;
  if (name === 'copy')
    return source && { ...source.plan, name: t('{{name}} (copy)', { name: source.name }).slice(0, 100) };
  const found = templates?.find((template) => template.name === name)?.plan as JsonObject | undefined;
  return found && { ...found };
}

function NewPlan({ document }: { document: JsonObject }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const plan = usePlanDocument(document);
  const { accept } = plan;
  const { data: created, ...change } = useChange({
    run: createPlan,
    refreshes: [['plans', 'list']],
    quiet: true,
    done: t('The draft was created.'),
    onDone: (saved) => {
      client.setQueryData(planQuery(saved.id).queryKey, saved);
      // Nothing is left to be lost on the way to its page.
      accept(saved.plan);
    },
  });
  useEffect(() => {
    if (created !== undefined) void navigate(`/plans/${created.id}/document`, { replace: true });
  }, [created, navigate]);
  return <PlanEditor plan={plan} action={t('Create the draft')} onSave={change.mutate} change={change} />;
}
