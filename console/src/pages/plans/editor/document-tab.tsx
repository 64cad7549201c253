import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '#console/api/failure';
import { useMay } from '#console/api/permissions';
import { useChange } from '#console/api/use-change';
import { RolesWith } from '#console/components/roles-with';
import type { JsonObject } from '../document/paths';
import { placeName } from '../document/place-name';
import { sentence } from '../document/schema';
import { usePlanPage } from '../plan-context';
import { changePlan, planQuery, type Plan } from '../plans.queries';
import { PlanEditor } from './plan-editor';
import { usePlanDocument } from './use-plan-document';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

const documentOf = ({ plan }: Plan): JsonObject => plan;

/** The document of a version: a draft is edited, what is published is only read. */
export function DocumentTab() {
  const { plan } = usePlanPage();
  const may = useMay();
  // After publishing, the form starts again without unsaved edits.
  return plan.status === 'draft' && may('plans.write') ? (
    <Draft key="draft" plan={plan} />
  ) : (
    <Published key="published" plan={plan} />
  );
}

function Published({ plan }: { plan: Plan }) {
  return (
    <PlanEditor
      plan={usePlanDocument(documentOf(plan))}
      notice={
        <>
          <Text size="sm" c="dimmed">
            {plan.status === 'draft'
              ? rich('To change this draft you need the role <roles/>.', {
                  roles: <RolesWith permission="plans.write" />,
                })
              : plan.status === 'retired'
                ? t('This version is no longer effective in any period. Copy it to continue from it.')
                : t('A published version never changes. Copy it to continue from it.')}
          </Text>
          <Mappings plan={plan} />
          <Warnings plan={plan} />
        </>
      }
    />
  );
}

function Draft({ plan }: { plan: Plan }) {
  const client = useQueryClient();
  const { reportEdits, isGone } = usePlanPage();
  const editing = usePlanDocument(documentOf(plan));
  const { accept, isDirty } = editing;
  /** The version that is edited. */
  const [version, setVersion] = useState(plan.version);
  const load = (state: Plan): void => {
    accept(documentOf(state));
    setVersion(state.version);
  };
  useEffect(() => {
    reportEdits(isDirty);
    return () => reportEdits(false);
  }, [reportEdits, isDirty]);
  const isStale = plan.version !== version;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- a newer version is shown unless there are unsaved edits
    if (isStale && !isDirty) load(plan);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each version
  }, [isStale, isDirty, plan.version]);
  const query = planQuery(plan.id);
  const change = useChange({
    run: (sent: { document: JsonObject; version: number }) => changePlan(plan.id, sent.document, sent.version),
    refreshes: [
      ['plans', 'list'],
      ['plans', 'diff'],
    ],
    quiet: true,
    done: t('The draft was saved.'),
    onDone: (saved) => {
      client.setQueryData(query.queryKey, saved);
      load(saved);
    },
  });
  const isConflict = change.error instanceof ApiFailure && change.error.status === 409;
  useEffect(() => {
    // Shows what the other one saved, or that the plan is published meanwhile.
    if (isConflict) void client.invalidateQueries({ queryKey: ['plans', 'one'] });
  }, [isConflict, client]);
  return (
    <PlanEditor
      plan={editing}
      action={t('Save')}
      onSave={(document) => change.mutate({ document, version })}
      change={change}
      isToldElsewhere={isStale}
      isGone={isGone}
      notice={
        <>
          {isStale && isDirty && (
            <ChangedMeanwhile
              onLoad={() => {
                change.reset();
                load(plan);
              }}
              onOverwrite={() => change.mutate({ document: editing.document, version: plan.version })}
              isBroken={editing.mistake !== undefined}
            />
          )}
          <Warnings plan={plan} />
        </>
      }
    />
  );
}

/** Somebody else saved the draft while it was edited here. */
function ChangedMeanwhile({
  onLoad,
  onOverwrite,
  isBroken,
}: {
  onLoad: () => void;
  onOverwrite: () => void;
  isBroken: boolean;
}) {
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconRefresh aria-hidden />}
      title={t('Somebody else changed this draft in the meantime')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'Your changes are still here, and not saved. Continue from the other version, or save yours in its place; the audit log keeps both.',
          )}
        </Text>
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={onLoad}>
            {t('Discard mine, show theirs')}
          </Button>
          <Button variant="default" size="xs" onClick={onOverwrite} disabled={isBroken}>
            {t('Save mine over theirs')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** What was said when it was published of what the plan before had. */
function Mappings({ plan: { ranks, carried } }: { plan: Plan }) {
  const entries = [
    ...Object.entries(ranks).map(([old, rank]) => t('The title rank {{old}} became {{rank}}.', { old, rank })),
    ...Object.entries(carried).map(([old, bonus]) =>
      bonus === null
        ? t('The volume that {{old}} carried lapsed.', { old })
        : t('{{bonus}} took over the volume that {{old}} carried.', { bonus, old }),
    ),
  ];
  if (entries.length === 0) return null;
  return (
    <List size="sm">
      {entries.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}

/** What a valid plan cannot do in the network as it is. */
function Warnings({ plan: { warnings, plan } }: { plan: Plan }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('This plan is valid, but')}>
      <List size="sm">
        {warnings.map(({ path, message }) => (
          <List.Item key={path + message}>
            <b>{placeName(path, plan)}</b>: {sentence(message)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
