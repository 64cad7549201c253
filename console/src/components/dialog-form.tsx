import { Alert, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { ApiFailure, describeFailure } from '../api/failure';
import { DialogButtons, type DialogButtonsProps } from './dialog-footer';
import { fieldErrors, useIsCurrent } from './resource-form';
import { t } from '../i18n/t';

interface DialogFormProps<Values extends Record<string, unknown>> extends Omit<DialogButtonsProps, 'isPending'> {
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => void;
  /** The mutation that {@link onSubmit} starts; a quiet one. */
  change: { isPending: boolean; error: Error | null };
  /** What has not happened when it fails: `Nothing was adjusted`. */
  failed: string;
  children: ReactNode;
  /** The failure's problems by field of the form, where the service calls them otherwise. */
  errorsOf?: (failure: ApiFailure) => Record<string, string>;
}

/** The form in a dialog: problems are shown at their fields, others above, and the first field with one takes the focus. */
export function DialogForm<Values extends Record<string, unknown>>({
  form,
  onSubmit,
  change: { error, isPending },
  failed,
  children,
  errorsOf = fieldErrors,
  ...buttons
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
        <DialogButtons {...buttons} isPending={isPending} />
      </Stack>
    </form>
  );
}
