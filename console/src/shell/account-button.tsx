import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, Ref } from 'react';
import { t } from '../i18n/t';

type AccountButtonProps = ComponentProps<'button'> & {
  username: string;
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** The button of the account menu. */
export function AccountButton({ username, ...props }: AccountButtonProps) {
  return (
    <Button
      variant="default"
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={t('Account of {{username}}', { username })}
      {...props}
    >
      {username}
    </Button>
  );
}
