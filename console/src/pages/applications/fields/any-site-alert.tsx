import { Alert } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Application } from '../applications.queries';

/** Whether pages of any site may call with an application's key: a browser application that lists no host. */
export function admitsAnySite({ client_type, access }: Pick<Application, 'client_type' | 'access'>): boolean {
  return client_type === 'web' && access.hosts.allow.length === 0;
}

/** Warns of an application that {@link admitsAnySite}; its children say where hosts are allowed. */
export function AnySiteAlert({ children }: { children: ReactNode }) {
  return (
    <Alert color="yellow" role="status" icon={<IconWorld aria-hidden />} title="Any site may call">
      No host is allowed yet, and visitors can read the key of a web application. So pages of any site can call with it,
      if only without cookies. {children}
    </Alert>
  );
}
