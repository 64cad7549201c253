import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogFooter } from '../../components/dialog-footer';
import { FailureAlert } from '../../components/failure-alert';
import { api } from '../../api/client';
import { useChange } from '../../api/use-change';
import type { Bundle } from './bundles.queries';
import { plural, t } from '../../i18n/t';

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
    done: t('“{{name}}” was deleted.', { name }),
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
        <Text size="sm">{t('This bundle is in no order and no recent cart. When it is deleted:')}</Text>
        <List size="sm" spacing={4}>
          <List.Item>
            {plural(
              varients.length,
              'it can no longer be bought, and neither can its variant;',
              'it can no longer be bought, and neither can its {{count}} variants;',
            )}
          </List.Item>
          <List.Item>{t('old carts and wishlists show it as unavailable;')}</List.Item>
          <List.Item>{t('its id and SKUs can be reused for another bundle.')}</List.Item>
        </List>
        <Text size="sm">{t('This cannot be undone. To stop selling it temporarily, deactivate it instead.')}</Text>
        <TextInput
          label={t('Type “{{bundle_id}}” to confirm', { bundle_id })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          styles={{ label: { overflowWrap: 'anywhere' } }}
        />
        <FailureAlert error={error} />
        <DialogFooter>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={isPending} disabled={typed !== bundle_id}>
            {t('Delete')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
