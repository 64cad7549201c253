import { useQuery } from '@tanstack/react-query';
import { useMay, type Permission } from '../api/permissions';
import { serviceQuery } from '../api/service';
import type { Schemas } from '../api/client';

/** What an extension adds to the console, as the service says it; its components are in its script. */
export type DeclaredExtension = Schemas['ConsoleExtensionView'];

/** The address of a page of an extension, within the console. */
export const addressOf = ({ name }: { name: string }, { path }: { path: string }): string =>
  `/extensions/${name}/${path}`;

/** The extensions with the pages and blocks that the user may see; undefined until it is known. */
export function useExtensions(): readonly DeclaredExtension[] | undefined {
  const { data } = useQuery(serviceQuery);
  const may = useMay();
  const isSeen = ({ permission }: { permission: string }): boolean => may(permission as Permission);
  return data?.console_extensions.map((one) => ({
    ...one,
    pages: one.pages.filter(isSeen),
    blocks: one.blocks.filter(isSeen),
  }));
}
