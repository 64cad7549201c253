import { Alert, Box, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { FailureState } from '../../../components/failure-state';
import { useUnsavedGuard } from '../../../components/resource-form';
import { describeFailure } from '../../../api/failure';
import type { JsonObject } from '../document/paths';
import { planSchemaQuery } from '../plans.queries';
import { PlanForm } from '../form/plan-form';
import { goToField, upward } from './go-to-field';
import { JsonEditor, type JsonEditorHandle } from './json-editor';
import classes from './plan-editor.module.css';
import { ProblemList } from './problem-list';
import { problemsOf, type PlanDocument } from './use-plan-document';
import { t } from '../../../i18n/t';

interface PlanEditorProps {
  plan: PlanDocument;
  /** The verb on the button; none for what cannot change any more. */
  action?: string;
  onSave?: (document: JsonObject) => void;
  /** The mutation that {@link onSave} starts. */
  change?: { isPending: boolean; error: Error | null };
  /** Whether the page says itself what became of the last attempt. */
  isToldElsewhere?: boolean;
  /** Whether it was deleted, so that leaving loses nothing. */
  isGone?: boolean;
  /** Above the plan: warnings, what others did. */
  notice?: ReactNode;
}

const VIEWS = [
  { value: 'form', label: t('Form') },
  { value: 'json', label: 'JSON' },
];

/** A plan as a form and as JSON: side by side if there is room, otherwise one of them. */
export function PlanEditor({
  plan,
  action,
  onSave,
  change,
  isToldElsewhere = false,
  isGone = false,
  notice,
}: PlanEditorProps) {
  const schema = useQuery(planSchemaQuery);
  const [params, setParams] = useSearchParams();
  const hasRoom = useMediaQuery('(min-width: 94em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const json = useRef<JsonEditorHandle>(null);
  const view = params.get('view') === 'json' ? 'json' : 'form';
  const isReadOnly = onSave === undefined;
  const { refuse, setOpen, lines, problems } = plan;
  const error = change?.error ?? null;
  useUnsavedGuard(plan.isDirty && change?.isPending !== true && !isReadOnly && !isGone);
  useEffect(() => {
    const found = problemsOf(error);
    if (found.size === 0) return;
    refuse(found);
    // What is wrong shows without unfolding anything.
    setOpen([...found.keys()].flatMap(upward), true);
  }, [error, refuse, setOpen]);

  const lineOf = (path: string): number | undefined => {
    const known = [...upward(path), ''].find((place) => lines.has(place));
    return known === undefined ? undefined : lines.get(known);
  };
  const wrong = useMemo(
    () => new Set([...problems.keys()].map(lineOf).filter((line) => line !== undefined)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- lineOf is made of the lines
    [problems, lines],
  );
  const go = (path: string): void => {
    const line = lineOf(path);
    if (view === 'json' && !hasRoom) {
      if (line !== undefined) json.current?.goTo(line);
      return;
    }
    setOpen(upward(path), true);
    requestAnimationFrame(() => goToField(path));
  };
  const show = (next: string): void =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === 'json') changed.set('view', 'json');
        else changed.delete('view');
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );

  if (schema.data === undefined && schema.error !== null)
    return <FailureState error={schema.error} onRetry={() => void schema.refetch()} />;
  if (schema.data === undefined) return null;
  const isGeneral = error !== null && !isToldElsewhere && problemsOf(error).size === 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (plan.mistake === undefined) onSave?.(plan.document);
        else if (view === 'form' && !hasRoom) show('json');
      }}
    >
      <Stack gap="lg">
        {notice}
        {isGeneral && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('Not saved')}>
            {describeFailure(error)}
          </Alert>
        )}
        <ProblemList problems={problems} document={plan.document} lineOf={lineOf} onGo={go} />
        {!hasRoom && (
          <SegmentedControl
            aria-label={t('View')}
            data={VIEWS}
            value={view}
            onChange={show}
            transitionDuration={0}
            style={{ alignSelf: 'flex-start' }}
          />
        )}
        <div className={hasRoom ? classes.beside : undefined}>
          {(hasRoom || view === 'form') && (
            <Box miw={0}>
              <PlanForm
                plan={plan}
                schema={schema.data}
                isReadOnly={isReadOnly || plan.mistake !== undefined}
                onShowMistake={() => {
                  show('json');
                  requestAnimationFrame(() => json.current?.goTo(plan.mistake?.line ?? 1));
                }}
              />
            </Box>
          )}
          {(hasRoom || view === 'json') && (
            <div className={hasRoom ? classes.json : undefined}>
              <JsonEditor
                ref={json}
                text={plan.text}
                mistake={plan.mistake}
                wrong={wrong}
                isReadOnly={isReadOnly}
                onChange={plan.type}
              />
            </div>
          )}
        </div>
        {!isReadOnly && (
          <Group className="form-actions" gap="sm">
            <Button type="submit" loading={change?.isPending}>
              {action}
            </Button>
            {plan.isDirty && (
              <Button variant="default" onClick={() => plan.accept(plan.saved)} disabled={change?.isPending}>
                {t('Discard changes')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
