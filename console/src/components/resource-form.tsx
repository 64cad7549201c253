import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { ApiFailure, describeFailure } from '../api/failure';

interface ResourceFormProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => void;
  /** The change that {@link onSubmit} starts. */
  change: { isPending: boolean; error: Error | null };
  /** The verb on the button: `Save`, `Register`. */
  action: string;
  children: ReactNode;
  /** Where the service names a field otherwise than the form does: its name to the form's. */
  fieldNames?: Readonly<Record<string, string>>;
}

/**
 * A form over the admin API: each of the service's refusals stands at its field, whatever has no field stands on top, and
 * nobody loses what they typed by leaving.
 */
export function ResourceForm<Values extends Record<string, unknown>>({
  form,
  onSubmit,
  change,
  action,
  children,
  fieldNames = {},
}: ResourceFormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const [isElsewhere, setElsewhere] = useState(false);
  const { error, isPending } = change;
  const isDirty = form.isDirty();
  useUnsavedGuard(isDirty && !isPending);
  // The first in the order of the page, once it is marked.
  const focusFirstError = (): void => {
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  useEffect(() => {
    if (!(error instanceof ApiFailure)) return;
    const found = fieldErrors(error, fieldNames);
    form.setErrors(found);
    focusFirstError();
    requestAnimationFrame(() => {
      const shown = fields.current?.textContent ?? '';
      setElsewhere(Object.values(found).some((text) => !shown.includes(text)));
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new failure says something new
  }, [error]);

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => form.onSubmit((values) => onSubmit(values), focusFirstError)(event)}
    >
      <Stack gap="lg">
        {error !== null && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title="Not saved">
            {isAboutFields(error) && !isElsewhere
              ? 'Some of it is not as it has to be. Each field says why.'
              : describeFailure(error)}
          </Alert>
        )}
        <div ref={fields} style={{ display: 'contents' }}>
          {children}
        </div>
        <Group className="form-actions" gap="sm">
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
          {isDirty && (
            <Button variant="default" onClick={() => form.reset()} disabled={isPending}>
              Discard changes
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Whether a failure names fields and nothing else. */
function isAboutFields(error: Error): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const names = Object.keys(error.fields);
  return names.length > 0 && !names.includes('detail');
}

/** The service's problems by the form's own field paths: `varients[2].product-sku` is `varients.2.product-sku` there. */
export function fieldErrors(failure: ApiFailure, names: Readonly<Record<string, string>> = {}): Record<string, string> {
  const errors: Record<string, string[]> = {};
  for (const [field, problems] of Object.entries(failure.fields)) {
    for (const { path = field, message } of problems) {
      const place = path.replace(/\[(\d+)\]/g, '.$1');
      const text = message.charAt(0).toUpperCase() + message.slice(1);
      (errors[names[place] ?? names[field] ?? place] ??= []).push(text);
    }
  }
  return Object.fromEntries(Object.entries(errors).map(([place, texts]) => [place, texts.join('; ')]));
}

const UNSAVED = { title: 'Leave without saving?', text: 'What you changed on this page is not saved yet.' };

/**
 * Asks before a page is left on which something would be lost.
 * @param words what is asked; by default, that changes are not saved
 */
export function useUnsavedGuard(isDirty: boolean, words: { title: string; text: string } = UNSAVED): void {
  const { title, text } = words;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: 'Leave', cancel: 'Stay' },
      confirmProps: { color: 'red.8' },
      closeButtonProps: { 'aria-label': 'Close' },
      onConfirm: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
  }, [blocker, title, text]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
