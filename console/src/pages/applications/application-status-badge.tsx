import { Badge } from '@mantine/core';
import type { ApplicationStatus } from './applications.queries';
import { STATUSES } from './labels';

const COLORS: Readonly<Record<ApplicationStatus, string>> = { active: 'teal', maintenance: 'orange', inactive: 'gray' };

/** The status of an application, as a word and a colour. */
export function ApplicationStatusBadge({ status }: { status: ApplicationStatus }) {
  return (
    <Badge variant="light" color={COLORS[status]} tt="none" fw={600} flex="none">
      {STATUSES[status]}
    </Badge>
  );
}
