import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Saves what is at an address of the admin API as a CSV file, which the service streams. */
export function CsvButton({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Button
      component="a"
      href={`/admin/api/${path}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}
