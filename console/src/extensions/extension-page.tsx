import { use } from 'react';
import { useParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { Permission } from '../api/permissions';
import { serviceQuery } from '../api/service';
import { Needed } from '../components/needs';
import type { OwnPage } from '../extension-api';
import { NotFoundPage } from '../pages/not-found';
import { Contained } from './contained';
import type { DeclaredExtension } from './declared';
import { partsOf } from './parts-of';
import { t } from '../i18n/t';

/** A page of an extension. */
export function ExtensionPage() {
  const { extension: name, page: path } = useParams();
  const { data } = useQuery(serviceQuery);
  if (data === undefined) return null;
  const extension = data.console_extensions.find((one) => one.name === name);
  const page = extension?.pages.find((one) => one.path === path);
  if (extension === undefined || page === undefined) return <NotFoundPage />;
  return (
    <Needed permission={page.permission as Permission}>
      <Contained key={`${name} ${path}`} extension={extension} heading={page.title}>
        <Loaded extension={extension} path={page.path} />
      </Contained>
    </Needed>
  );
}

function Loaded({ extension, path }: { extension: DeclaredExtension; path: string }) {
  const page = use(partsOf(extension)).find((part): part is OwnPage => part.kind === 'page' && part.path === path);
  if (page === undefined) throw new Error(t('it has no page {{path}}, which it declares', { path }));
  return <page.Component />;
}
