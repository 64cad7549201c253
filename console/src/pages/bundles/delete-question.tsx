import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { describeFailure } from '../../api/failure';
import { useChange } from '../../api/use-change';
import type { Bundle } from './bundles.queries';

interface DeleteQuestionProps {
  bundle: Bundle;
  onClose: () => void;
  onDeleted: () => void;
  /** Something came in between: what hinders the delete is looked for again. */
  onRefused: () => void;
}

/** Asks for the id of a bundle that nothing holds, and deletes it. */
export function DeleteQuestion({
  bundle: { bundle_id, name, varients },
  onClose,
  onDeleted,
  onRefused,
}: DeleteQuestionProps) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useChange({
    run: () => api.DELETE('/admin/api/bundles/{bundle_id}/', { params: { path: { bundle_id } } }),
    refreshes: [['bundles', 'list'], ['product-types']],
    quiet: true,
    done: `“${name}” was deleted.`,
    onDone: onDeleted,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(undefined, { onError: onRefused });
      }}
    >
      <Stack>
        <Text size="sm">No order and no recent cart holds this bundle. When it is deleted:</Text>
        <List size="sm" spacing={4}>
          <List.Item>
            nobody can buy it any more,{' '}
            {varients.length === 1 ? 'nor its variant' : `nor its ${varients.length} variants`};
          </List.Item>
          <List.Item>old carts and wishlists show it as unavailable;</List.Item>
          <List.Item>its id and SKUs can be used again, for another bundle.</List.Item>
        </List>
        <Text size="sm">This cannot be undone. To take it off sale for a while, set it inactive instead.</Text>
        <TextInput
          label={`Type “${bundle_id}” to go on`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          styles={{ label: { overflowWrap: 'anywhere' } }}
        />
        {error !== null && (
          <Alert color="red" role="alert">
            {describeFailure(error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red.8" loading={isPending} disabled={typed !== bundle_id}>
            Delete
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
