import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';

/** A form over what is saved, and what makes it take over what was saved just now. */
export interface SavedForm<Values> {
  form: UseFormReturnType<Values>;
  accept: (saved: Values) => void;
}

/**
 * A form over what is saved. What somebody else changes meanwhile comes into it, unless something is being edited.
 * @param saved the values as the service has them
 */
export function useSavedForm<Values extends Record<string, unknown>>(
  saved: Values,
  validate: (values: Values) => Record<string, string> = () => ({}),
): SavedForm<Values> {
  const form = useForm<Values>({ initialValues: saved, validate });
  const accept = (values: Values): void => {
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
  };
  const text = JSON.stringify(saved);
  useEffect(() => {
    if (!form.isDirty() && JSON.stringify(form.getValues()) !== text) accept(saved);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what is saved matters, by its content
  }, [text]);
  return { form, accept };
}
