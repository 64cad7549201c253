import { Alert, Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { ApiFailure, describeFailure } from '../api/failure';
import { DialogFooter } from './dialog-footer';
import { fieldErrors, useIsCurrent } from './resource-form';
import { t } from '../i18n/t';

interface DialogFormProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => void;
  /** The mutation that {@link onSubmit} starts; a quiet one. */
  change: { isPending: boolean; error: Error | null };
  /** What has not happened when it fails: `Nothing was adjusted`. */
  failed: string;
  /** The verb on the button. */
  action: string;
  isDangerous?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Whether it waits for a second person. */
  forecast?: ReactNode;
  /** The failure's problems by field of the form, where the service calls them otherwise. */
  errorsOf?: (failure: ApiFailure) => Record<string, string>;
}

/** The form in a dialog: problems are shown at their fields, others above, and the first field with one takes the focus. */
export function DialogForm<Values extends Record<string, unknown>>({
  form,
  onSubmit,
  change: { error, isPending },
  failed,
  action,
  isDangerous = false,
  onClose,
  children,
  forecast,
  errorsOf = fieldErrors,
}: DialogFormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const isCurrent = useIsCurrent(form, error);
  // After the errors are rendered.
  const focusFirstError = (): void => {
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const problems = error instanceof ApiFailure ? errorsOf(error) : {};
  useEffect(() => {
    if (error === null) return;
    form.setErrors(problems);
    focusFirstError();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- run once per failure
  }, [error]);
  const places = Object.keys(problems);
  const hasOnlyFields = places.length > 0 && places.every((place) => place.split('.')[0]! in form.values);
  return (
    <form ref={element} noValidate onSubmit={(event) => form.onSubmit(onSubmit, focusFirstError)(event)}>
      <Stack>
        {error !== null && isCurrent && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={failed}>
            {hasOnlyFields ? t('Fix the highlighted fields.') : describeFailure(error)}
          </Alert>
        )}
        {children}
        <DialogFooter forecast={forecast}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red.8' : undefined}
            loading={isPending}
            // By the second click of a double click, the button may do something else than by the first.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {action}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
