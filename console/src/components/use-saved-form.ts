import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';

/** A form of saved values; `accept` resets it to newly saved values. */
export interface SavedForm<Values> {
  form: UseFormReturnType<Values>;
  accept: (saved: Values) => void;
}

/**
 * A form of saved values. Changes made elsewhere are taken over unless the form has unsaved edits.
 * @param saved the values stored by the service
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- compared by content
  }, [text]);
  return { form, accept };
}
