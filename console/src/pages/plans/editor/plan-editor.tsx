import { Alert, Box, Button, Group, SegmentedControl, Stack, Anchor, List } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { changedParams } from '#console/components/address';
import { FailureState } from '#console/components/failure-state';
import { useUnsavedGuard } from '#console/components/resource-form';
import { describeFailure } from '#console/api/failure';
import { type JsonObject, pathText, stepsOf } from '../document/paths';
import { planSchemaQuery } from '../plans.queries';
import { PlanForm } from '../form/plan-form';
import { JsonEditor, type JsonEditorHandle } from './json-editor';
import classes from './plan-editor.module.css';
import { problemsOf, type PlanDocument, type Problems } from './use-plan-document';
import { t, plural } from '#console/i18n/t';
import { placeName } from '../document/place-name';

interface PlanEditorProps {
  plan: PlanDocument;
  /** The verb on the button; none for what cannot change any more. */
  action?: string;
  onSave?: (document: JsonObject) => void;
  /** The mutation that {@link onSave} starts. */
  change?: { isPending: boolean; error: Error | null };
  /** Whether the page says itself what happened to the last attempt. */
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
    setParams(changedParams({ view: next === 'json' ? next : null }), { replace: true, preventScrollReset: true });

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

/** The paths above a path, the nearest first, beginning with itself. */
function upward(path: string): string[] {
  const steps = stepsOf(path);
  return steps.map((_, index) => pathText(steps.slice(0, steps.length - index)));
}

/** Brings the field of a path into sight and gives it the focus; else that of the nearest part around it that has one. */
function goToField(path: string): void {
  for (const place of upward(path)) {
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(place)}"]`);
    if (field === null) continue;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
    return;
  }
}

interface ProblemListProps {
  problems: Problems;
  document: JsonObject;
  /** The line of a path in the JSON, or of the nearest place above it. */
  lineOf: (path: string) => number | undefined;
  onGo: (path: string) => void;
}

/** All that the service says against the plan; each leads to its place. */
function ProblemList({ problems, document, lineOf, onGo }: ProblemListProps) {
  const alert = useRef<HTMLDivElement>(null);
  const count = [...problems.values()].reduce((sum, texts) => sum + texts.length, 0);
  const isThere = count > 0;
  useEffect(() => {
    if (isThere) alert.current?.focus();
  }, [isThere]);
  if (!isThere) return null;
  return (
    <Alert
      ref={alert}
      color="red"
      role="alert"
      tabIndex={-1}
      icon={<IconAlertCircle aria-hidden />}
      title={plural(count, 'Not saved: {{count}} problem', 'Not saved: {{count}} problems')}
    >
      <List size="sm" spacing={4}>
        {[...problems].map(([path, texts]) => {
          const line = lineOf(path);
          return (
            <List.Item key={path}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                c="inherit"
                underline="always"
                onClick={() => onGo(path)}
              >
                {placeName(path, document)}
              </Anchor>
              : {texts.join(' ')}
              {line !== undefined && ` (${t('line {{line}}', { line })})`}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
