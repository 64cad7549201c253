import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { ApiFailure, describeFailure } from './failure';

interface ChangeOptions<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** Keys of the queries that are read again afterwards. */
  refreshes: readonly QueryKey[];
  /** What is said when it is done. */
  done?: string | ((output: Output, input: Input) => string);
  onDone?: (output: Output, input: Input) => void;
  /** A form shows its failure itself, at the fields; everything else as a notification. */
  quiet?: boolean;
}

/** A change over the admin API: says how it went and refreshes what it touched. */
export function useChange<Input = void, Output = unknown>({
  run,
  refreshes,
  done,
  onDone,
  quiet = false,
}: ChangeOptions<Input, Output>): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: run,
    onSuccess: (output, input) => {
      onDone?.(output, input);
      const message = typeof done === 'function' ? done(output, input) : done;
      if (message !== undefined) notifications.show({ color: 'teal', message });
      // Not awaited: what is shown after a change does not wait for lists in the background.
      for (const queryKey of refreshes) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      const { isOffline = false, isSessionEnd = false } = error instanceof ApiFailure ? error : {};
      if (isSessionEnd || (quiet && !isOffline)) return;
      notifications.show({
        color: 'red',
        title: 'That did not work',
        message: describeFailure(error),
        autoClose: 10_000,
      });
    },
  });
}
