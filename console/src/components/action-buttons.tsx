import { Button } from '@mantine/core';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay, type Permission } from '../api/permissions';
import { tellApproval } from '../api/waiting';
import { confirm } from './confirm';

/** Something that can be done with the thing of a page, after a question. */
export interface Action {
  label: string;
  permission: Permission;
  title: string;
  body: ReactNode;
  /** Whether it waits for a second person. */
  forecast?: ReactNode;
  action: string;
  /** Label of the other button, where `Cancel` is ambiguous. */
  cancel?: string;
  isDangerous?: boolean;
  /** The usual next step. */
  isMain?: boolean;
  run: () => Promise<unknown>;
}

interface ActionButtonsProps {
  actions: readonly Action[];
  /** The queries that may answer differently after any of them. */
  changed: readonly QueryKey[];
}

/** The buttons of what can be done by the user, each with a question before. */
export function ActionButtons({ actions, changed }: ActionButtonsProps) {
  const client = useQueryClient();
  const may = useMay();
  const allowed = actions.filter(({ permission }) => may(permission));
  return allowed.map(({ label, permission: _, isMain = false, ...question }) => (
    <Button
      key={label}
      variant={isMain ? 'filled' : 'default'}
      onClick={() =>
        confirm({
          isDangerous: false,
          ...question,
          run: async () => {
            tellApproval(await question.run());
            for (const queryKey of [...changed, ['approvals']]) void client.invalidateQueries({ queryKey });
          },
        })
      }
    >
      {label}
    </Button>
  ));
}
