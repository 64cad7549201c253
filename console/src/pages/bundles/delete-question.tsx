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
  /** The delete was rejected: check again what prevents it. */
  onRefused: () => void;
}

/** Asks for the id as confirmation, and deletes the bundle. */
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
        <Text size="sm">This bundle is in no order and no recent cart. When it is deleted:</Text>
        <List size="sm" spacing={4}>
          <List.Item>
            it can no longer be bought,{' '}
            {varients.length === 1 ? 'and neither can its variant' : `and neither can its ${varients.length} variants`};
          </List.Item>
          <List.Item>old carts and wishlists show it as unavailable;</List.Item>
          <List.Item>its id and SKUs can be reused for another bundle.</List.Item>
        </List>
        <Text size="sm">This cannot be undone. To stop selling it temporarily, deactivate it instead.</Text>
        <TextInput
          label={`Type “${bundle_id}” to confirm`}
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
