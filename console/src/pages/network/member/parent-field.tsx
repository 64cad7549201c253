import { Button, Stack } from '@mantine/core';
import { useRef, type ComponentProps } from 'react';
import { UserPicker } from '../../../components/user-picker';
import type { Stands } from '../network.queries';
import { useUserOf } from './use-user-of';
import { t } from '../../../i18n/t';

interface ParentFieldProps extends ComponentProps<typeof UserPicker> {
  /** Where the search for a free place begins; null where that is not offered. */
  beginAt: Stands['position'];
}

/** Who is to stand above. Who places a member is offered its sponsor first, and goes down from there. */
export function ParentField({ beginAt, ...picker }: ParentFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const { find, isFinding } = useUserOf((user) => {
    picker.onChange(user);
    // The pressed button disappears: the focus moves here.
    field.current?.focus();
  });
  const sponsor = beginAt?.parent_uid ?? null;
  return (
    <Stack ref={field} tabIndex={-1} gap="xs">
      <UserPicker {...picker} />
      {sponsor !== null && picker.value === null && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          loading={isFinding}
          onClick={() => find(sponsor)}
        >
          {t('Begin at the sponsor, {{parent}}', { parent: beginAt?.parent ?? t('uid {{sponsor}}', { sponsor }) })}
        </Button>
      )}
    </Stack>
  );
}
