import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './document.js';
import { usedComponents } from './used-components.js';

/** Where the admin module's addresses begin. */
const ADMIN = '/admin/';

/**
 * The part of the document that client applications need: all but the admin module, the webhooks too, and of the
 * components only what that uses. Section 10 of the decisions.
 */
export function clientDocument(whole: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => !path.startsWith(ADMIN)));
  const names = namesIn(paths);
  const components = usedComponents({ ...whole, paths });
  components.securitySchemes = Object.fromEntries(
    Object.entries(components.securitySchemes ?? {}).filter(([name]) => names.schemes.has(name)),
  );
  return { ...whole, paths, tags: (whole.tags ?? []).filter(({ name }) => names.tags.has(name)), components };
}

/** The tags and security schemes that operations name. */
function namesIn(paths: OpenAPIObject['paths']): { tags: Set<string>; schemes: Set<string> } {
  const tags = new Set<string>();
  const schemes = new Set<string>();
  for (const [, operation] of Object.values(paths).flatMap(operationsOf)) {
    for (const tag of operation.tags ?? []) tags.add(tag);
    for (const scheme of (operation.security ?? []).flatMap((one) => Object.keys(one))) schemes.add(scheme);
  }
  return { tags, schemes };
}
