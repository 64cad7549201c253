import { Checkbox, Stack } from '@mantine/core';
import type { Role } from '../users.queries';
import { MAY, ROLES } from '../words';

interface RolesFieldProps {
  value: Role[];
  onChange: (roles: Role[]) => void;
  error?: string;
  /** Nobody takes this role from themselves. */
  kept?: Role;
}

/** What a user may do: one role or more, each with what it allows. */
export function RolesField({ value, onChange, error, kept }: RolesFieldProps) {
  return (
    <Checkbox.Group
      label="Roles"
      description="What they may do. One role or more."
      withAsterisk
      value={value}
      onChange={(roles) => onChange(ROLES.map((role) => role.value).filter((role) => roles.includes(role)))}
      error={error}
    >
      <Stack gap="sm" mt="sm">
        {ROLES.map((role) => {
          const isKept = role.value === kept && value.includes(role.value);
          return (
            <Checkbox
              key={role.value}
              value={role.value}
              label={role.label}
              description={isKept ? `${MAY[role.value]} You cannot take it from yourself.` : MAY[role.value]}
              disabled={isKept}
              aria-invalid={error === undefined ? undefined : true}
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
