import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { ApiFailure, describeFailure } from '../api/failure';
import { useMay, type Permission } from '../api/permissions';
import { rich } from '../i18n/rich';
import { t } from '../i18n/t';
import { RolesWith } from './roles-with';

interface ResourceFormProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => void;
  /** The mutation that {@link onSubmit} starts. */
  change: { isPending: boolean; error: Error | null };
  /** The verb on the button: `Save`, `Register`. */
  action: string;
  children: ReactNode;
  /** Who lacks it only reads. */
  permission: Permission;
  /** Maps the service's field names to the form's where they differ. */
  fieldNames?: Readonly<Record<string, string>>;
}

/**
 * A form of the admin API: validation errors are shown at their fields, other errors at the top, and leaving with
 * unsaved changes asks for confirmation.
 */
export function ResourceForm<Values extends Record<string, unknown>>({
  form,
  onSubmit,
  change,
  action,
  children,
  permission,
  fieldNames = {},
}: ResourceFormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [hasHiddenErrors, setHiddenErrors] = useState(false);
  const mayChange = useMay()(permission);
  const { error, isPending } = change;
  const isCurrent = useIsCurrent(form, error);
  const isDirty = form.isDirty();
  // After the errors are rendered.
  const focusFirstError = (): void => {
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  useEffect(() => {
    // After saving at the end of a long form, the user sees the message at its beginning.
    if (error !== null) requestAnimationFrame(() => alert.current?.scrollIntoView({ block: 'nearest' }));
    if (!(error instanceof ApiFailure)) return;
    const found = fieldErrors(error, fieldNames);
    form.setErrors(found);
    focusFirstError();
    requestAnimationFrame(() => {
      const shown = fields.current?.textContent ?? '';
      setHiddenErrors(Object.values(found).some((text) => !shown.includes(text)));
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- run once per failure
  }, [error]);

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => form.onSubmit((values) => onSubmit(values), focusFirstError)(event)}
    >
      {isDirty && !isPending && <UnsavedGuard />}
      <Stack gap="lg">
        {error !== null && isCurrent && (
          <Alert ref={alert} color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('Not saved')}>
            {isAboutFields(error) && !hasHiddenErrors ? t('Fix the highlighted fields.') : describeFailure(error)}
          </Alert>
        )}
        <div ref={fields} style={{ display: 'contents' }}>
          <fieldset disabled={!mayChange} style={{ display: 'contents' }}>
            {children}
          </fieldset>
        </div>
        {!mayChange && (
          <Text size="sm" c="dimmed">
            {rich('To change this you need the role <roles/>.', { roles: <RolesWith permission={permission} /> })}
          </Text>
        )}
        {mayChange && (
          <Group className="form-actions" gap="sm">
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
            {isDirty && (
              <Button variant="default" onClick={() => form.reset()} disabled={isPending}>
                {t('Discard changes')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

/**
 * Whether what a failure says still holds: not once something was changed since and no field has an error any more.
 * @param error of the last time that the form was sent
 */
export function useIsCurrent<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: Error | null,
): boolean {
  const [failed, setFailed] = useState<{ error: Error; values: Values } | null>(null);
  if (error !== null && failed?.error !== error) setFailed({ error, values: form.values });
  return error !== null && (failed?.values === form.values || Object.keys(form.errors).length > 0);
}

/** Whether a failure names fields and nothing else. */
function isAboutFields(error: Error): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const names = Object.keys(error.fields);
  return names.length > 0 && !names.includes('detail');
}

/** The service's errors by form path: `varients[2].product-sku` becomes `varients.2.product-sku`. */
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

/** Only where something is unsaved: the router asks one guard, and a page may have several forms. */
function UnsavedGuard() {
  useUnsavedGuard(true);
  return null;
}

const UNSAVED = { title: t('Leave without saving?'), text: t('Your changes on this page are not saved.') };

/**
 * Asks for confirmation before leaving a page with unsaved data.
 * @param words the question; by default about unsaved changes
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
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: t('Leave'), cancel: t('Stay') },
      confirmProps: { color: 'red.8' },
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
