import { notifications } from '@mantine/notifications';
import { hashKey, useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiFailure, describeFailure } from './failure';
import { tellApproval } from './waiting';
import { t } from '../i18n/t';

/** Any change may propose something, or have what waits lapse. */
const APPROVALS: QueryKey = ['approvals'];

interface ChangeOptions<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** Keys of the queries to refetch afterwards. */
  refreshes: readonly QueryKey[];
  /** The notification on success. */
  done?: string | ((output: Output, input: Input) => string);
  onDone?: (output: Output, input: Input) => void;
  /** Suppresses the error notification, for forms that show errors at their fields. */
  quiet?: boolean;
  /** Changes of a scope are sent one after another, also those of other parts of the page. */
  scope?: string;
}

/**
 * A mutation of the admin API: notifies the user of the outcome and refetches what it affects. Two clicks at once make one
 * change: `mutate` leaves out what is in flight already with the same input.
 */
export function useChange<Input = void, Output = unknown>({
  run,
  refreshes,
  done,
  onDone,
  quiet = false,
  scope,
}: ChangeOptions<Input, Output>): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  /** The input in flight; undefined if there is none. */
  const inFlight = useRef<string>(undefined);
  const mutation = useMutation<Output, Error, Input>({
    mutationFn: run,
    ...(scope !== undefined && { scope: { id: scope } }),
    onSuccess: (output, input) => {
      onDone?.(output, input);
      const message = typeof done === 'function' ? done(output, input) : done;
      // What waits is not done.
      if (!tellApproval(output) && message !== undefined) notifications.show({ color: 'teal', message });
      // Not awaited: the result is shown without waiting for lists in the background.
      for (const queryKey of [...refreshes, APPROVALS]) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      const { isOffline = false, isSessionEnd = false } = error instanceof ApiFailure ? error : {};
      if (isSessionEnd || (quiet && !isOffline)) return;
      notifications.show({
        color: 'red',
        title: t('Something went wrong'),
        message: describeFailure(error),
        autoClose: 10_000,
      });
    },
    onSettled: (_output, _error, input) => {
      if (inFlight.current === keyOf(input)) inFlight.current = undefined;
    },
  });
  const { mutate: send } = mutation;
  const mutate: typeof send = useCallback(
    (...[input, options]: Parameters<typeof send>) => {
      const key = keyOf(input);
      // A ref, as the second click comes before the button is drawn as busy.
      if (inFlight.current === key) return;
      inFlight.current = key;
      send(...([input, options] as Parameters<typeof send>));
    },
    [send],
  );
  return { ...mutation, mutate };
}

function keyOf(input: unknown): string {
  return hashKey([input]);
}
