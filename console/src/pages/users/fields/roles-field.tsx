import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '#console/api/service';
import type { Role } from '../users.queries';
import { ROLE_DESCRIPTIONS, ROLES } from '../labels';
import { t } from '#console/i18n/t';

interface RolesFieldProps {
  value: Role[];
  onChange: (roles: Role[]) => void;
  error?: string;
  /** A role that users cannot remove from themselves. */
  kept?: Role;
  /** Whether the user may only see them. */
  isReadOnly?: boolean;
}

/** The roles of a user: one or more, each with a description. */
export function RolesField({ value, onChange, error, kept, isReadOnly = false }: RolesFieldProps) {
  const describe = useRoleDescriptions();
  return (
    <Checkbox.Group
      label={t('Roles')}
      description={t('Their permissions. At least one role.')}
      withAsterisk
      value={value}
      onChange={(roles) => onChange(ROLES.map((role) => role.value).filter((role) => roles.includes(role)))}
      error={error}
    >
      <Stack gap="sm" mt="sm">
        {ROLES.map((role) => {
          const isSaved = role.value === kept && value.includes(role.value);
          return (
            <Checkbox
              key={role.value}
              value={role.value}
              label={role.label}
              description={
                isSaved ? `${describe(role.value)} ${t('You cannot remove it from yourself.')}` : describe(role.value)
              }
              disabled={isSaved || isReadOnly}
              aria-invalid={error === undefined ? undefined : true}
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}

/** Descriptions of roles, with what they may do by the permissions of extensions. */
function useRoleDescriptions(): (role: Role) => string {
  const permissions = useQuery(serviceQuery).data?.extension_permissions ?? [];
  return (role) => {
    const own = permissions.filter(({ roles }) => (roles as Role[]).includes(role) && role !== 'super_admin');
    return [ROLE_DESCRIPTIONS[role], ...own.map(({ description }) => description)].join(' ');
  };
}
