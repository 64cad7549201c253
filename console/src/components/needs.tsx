import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Outlet, useOutletContext, type RouteObject } from 'react-router';
import { useMay, type Permission } from '../api/permissions';
import { PageHeader } from './page-header';
import { RolesWith } from './roles-with';
import { rich } from '../i18n/rich';
import { t } from '../i18n/t';

/** Pages that need a permission, if any; who lacks it reads which roles have it. */
export function needing(permission: Permission | undefined, children: RouteObject[]): RouteObject {
  return permission === undefined ? { children } : { element: <NeedingPages permission={permission} />, children };
}

function NeedingPages({ permission }: { permission: Permission }) {
  const context = useOutletContext();
  return (
    <Needed permission={permission}>
      <Outlet context={context} />
    </Needed>
  );
}

/** A page that needs a permission. */
export function Needed({ permission, children }: { permission: Permission; children: ReactNode }) {
  if (useMay()(permission)) return children;
  return (
    <>
      <PageHeader title={t('You cannot open this page')} />
      <Alert
        color="yellow"
        role="alert"
        icon={<IconLock aria-hidden />}
        title={rich('For this page you need the role <roles/>', { roles: <RolesWith permission={permission} /> })}
        maw={640}
      >
        <Text size="sm">{t('A super admin can give it to you.')}</Text>
      </Alert>
    </>
  );
}
