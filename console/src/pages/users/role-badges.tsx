import { Badge, Group } from '@mantine/core';
import { formatRole } from '../../components/format';
import type { Role } from './users.queries';

const COLORS: Readonly<Record<Role, string>> = {
  member: 'gray',
  api_admin: 'blue',
  super_admin: 'grape',
  finance: 'teal',
  support: 'cyan',
  catalogue: 'orange',
  developer: 'indigo',
  auditor: 'yellow',
};

/** The roles of a user. */
export function RoleBadges({ roles }: { roles: readonly Role[] }) {
  return (
    <Group component="span" gap={6}>
      {roles.map((role) => (
        <Badge key={role} component="span" variant="light" color={COLORS[role]} tt="none" fw={600} miw="max-content">
          {formatRole(role)}
        </Badge>
      ))}
    </Group>
  );
}
