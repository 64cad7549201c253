import { Badge } from '@mantine/core';
import type { ApplicationStatus } from './applications.queries';
import { STATES } from './words';

const COLORS: Readonly<Record<ApplicationStatus, string>> = { active: 'teal', maintenance: 'orange', inactive: 'gray' };

/** The state of an application, as a word and a colour. */
export function StateBadge({ status }: { status: ApplicationStatus }) {
  return (
    <Badge variant="light" color={COLORS[status]} tt="none" fw={600} flex="none">
      {STATES[status]}
    </Badge>
  );
}
