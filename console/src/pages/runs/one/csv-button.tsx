import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Run } from '../runs.queries';

/** Saves all members or lines of a run as a CSV file, which the service streams. */
export function CsvButton({ run, what }: { run: Run; what: 'members' | 'lines' }) {
  return (
    <Button
      component="a"
      href={`/admin/api/commission-runs/${run.id}/${what}/?format=csv`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      All {what} as CSV
    </Button>
  );
}
