import { Badge } from '@mantine/core';

const COLORS: Record<string, string> = {
  active: 'teal',
  available: 'teal',
  completed: 'teal',
  delivered: 'teal',
  done: 'teal',
  published: 'teal',
  posted: 'teal',
  released: 'blue',
  settled: 'teal',
  created: 'indigo',
  approved: 'blue',
  calculated: 'indigo',
  paid: 'blue',
  draft: 'indigo',
  running: 'blue',
  queued: 'indigo',
  placed: 'indigo',
  pending: 'yellow',
  waiting: 'yellow',
  alone: 'orange',
  maintenance: 'orange',
  failing: 'orange',
  suspended: 'orange',
  failed: 'red',
  refused: 'red',
  disabled: 'red',
  unavailable: 'red',
  terminated: 'red',
};

/** A status, as text and colour. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge
      variant="light"
      color={COLORS[status] ?? 'gray'}
      tt="none"
      fw={600}
      miw="max-content"
      className="status-badge"
    >
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  );
}
