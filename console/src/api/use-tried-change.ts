import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { useChange } from './use-change';

interface TriedChangeOptions<Values, Output> {
  /** @param isDry only says what would change */
  run: (values: Values, isDry: boolean) => Promise<Output>;
  refreshes: readonly QueryKey[];
  done: string;
  onDone: (output: Output) => void;
}

/** A change that is previewed by the service first. */
interface TriedChange<Values, Output> {
  /** What it would do with the values as they are; undefined until that was asked. */
  preview: Output | undefined;
  /** To be called when the values are others. */
  forget: () => void;
  /** Asks what it would do; once that is shown, does it. */
  submit: (values: Values) => void;
  change: { isPending: boolean; error: Error | null };
}

/** A change that is shown before it is made. */
export function useTriedChange<Values, Output>({
  run,
  ...options
}: TriedChangeOptions<Values, Output>): TriedChange<Values, Output> {
  const [preview, setPreview] = useState<Output>();
  const forget = (): void => setPreview(undefined);
  const tried = useChange({ run: (values: Values) => run(values, true), refreshes: [], quiet: true });
  const made = useChange({ ...options, run: (values: Values) => run(values, false), quiet: true });
  return {
    preview,
    forget,
    submit: (values) => {
      made.reset();
      if (preview === undefined) tried.mutate(values, { onSuccess: setPreview });
      else made.mutate(values, { onError: forget });
    },
    change: { isPending: tried.isPending || made.isPending, error: made.error ?? tried.error },
  };
}
