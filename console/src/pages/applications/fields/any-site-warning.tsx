import { Alert } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Application } from '../applications.queries';
import { t } from '#console/i18n/t';

/** Whether pages of any site may call with an application's key: a web application without allowed hosts. */
export function allowsAnySite({ client_type, access }: Pick<Application, 'client_type' | 'access'>): boolean {
  return client_type === 'web' && access.hosts.allow.length === 0;
}

/** Warns about an application that {@link allowsAnySite}; its children say where to allow hosts. */
export function AnySiteWarning({ children }: { children: ReactNode }) {
  return (
    <Alert color="yellow" role="status" icon={<IconWorld aria-hidden />} title={t('Any site may call')}>
      {t(
        'No host is allowed yet, and visitors can read the key of a web application. Pages of any site can therefore call with it, but only without cookies.',
      )}{' '}
      {children}
    </Alert>
  );
}
