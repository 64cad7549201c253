import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './document.js';

/** Where the admin module's addresses begin. */
const ADMIN = '/admin/';

/** Parts of the components that are only there because something refers to them. */
const SHARED = ['schemas', 'responses', 'parameters', 'headers', 'examples'] as const;

/**
 * The part of the document that client applications need: all but the admin module, the webhooks too, and of the
 * components only what that uses. Section 10 of the decisions.
 */
export function clientDocument(whole: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => !path.startsWith(ADMIN)));
  const names = namesIn(paths);
  const used = referredTo({ paths, webhooks: whole.webhooks }, whole);
  const components = { ...whole.components };
  for (const part of SHARED) {
    const entries = Object.entries(components[part] ?? {}).filter(([name]) => used.has(`#/components/${part}/${name}`));
    Object.assign(components, { [part]: Object.fromEntries(entries) });
  }
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

/** All that a part of the document refers to, directly or through what it refers to. */
function referredTo(part: unknown, whole: OpenAPIObject): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && !found.has($ref)) {
      found.add($ref);
      visit(at(whole, $ref));
    }
    Object.values(value).forEach(visit);
  };
  visit(part);
  return found;
}

function at(whole: OpenAPIObject, $ref: string): unknown {
  const keys = $ref.slice('#/'.length).split('/');
  return keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], whole);
}
