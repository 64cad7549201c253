import { useQuery } from '@tanstack/react-query';
import { IconFileDollar, IconFlask, IconGitCompare } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { SectionTabs, type Section } from '../../components/section-tabs';
import { StatusBadge } from '../../components/status-badge';
import { idOf, periodsInWords, spanInWords } from './labels';
import type { PlanPageContext } from './plan-context';
import { planQuery, type Plan } from './plans.queries';
import { PlanActions } from './versions/plan-actions';
import { Waiting } from '../approvals';
import { HistoryButton } from '../audit';
import { t } from '../../i18n/t';

const BACK = { to: '/plans', label: t('Plans') };

const SECTIONS: readonly Section[] = [
  { to: 'document', label: t('Plan'), Icon: IconFileDollar },
  { to: 'try', label: t('Try it'), permission: 'simulations.write', Icon: IconFlask },
  { to: 'compare', label: t('Compare'), Icon: IconGitCompare },
];

/** A version of the plan: its header and the tabs. */
export function PlanPage() {
  const id = idOf(useParams().planId) ?? 0;
  const query = useQuery(planQuery(id));
  const { data } = query;
  if (data === undefined) return <PendingPage title={t('Plan')} back={BACK} query={query} heights={[42, 420]} />;
  return <FoundPlan key={data.id} plan={data} />;
}

function FoundPlan({ plan }: { plan: Plan }) {
  const [hasEdits, reportEdits] = useState(false);
  const [isGone, setGone] = useState(false);
  const context = useMemo((): PlanPageContext => ({ plan, reportEdits, isGone }), [plan, isGone]);
  return (
    <>
      <PageHeader
        title={plan.name}
        back={BACK}
        aside={<StatusBadge status={plan.status} />}
        description={t('Plan {{id}}: {{span}}; {{periods}}.', {
          id: plan.id,
          span: spanInWords(plan),
          periods: periodsInWords(plan),
        })}
        actions={
          <>
            <HistoryButton of={[{ type: 'plan', id: plan.id }]} />
            <PlanActions plan={plan} hasEdits={hasEdits} onDeleted={() => setGone(true)} />
          </>
        }
      />
      <Waiting kind="plan.publish" at={plan.status === 'draft' ? `/plans/${plan.id}` : undefined} />
      <SectionTabs label={t('Sections of {{name}}', { name: plan.name })} sections={SECTIONS} />
      <Outlet context={context} />
    </>
  );
}
