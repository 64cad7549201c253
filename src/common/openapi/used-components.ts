import type { ComponentsObject, OpenAPIObject } from '@nestjs/swagger';

/** Parts of the components that are only there because something refers to them. */
const SHARED = ['schemas', 'responses', 'parameters', 'headers', 'examples'] as const;

/** The components of a document without what neither its paths nor its webhooks refer to. */
export function usedComponents(document: OpenAPIObject): ComponentsObject {
  const components = { ...document.components };
  const used = referredTo({ paths: document.paths, webhooks: document.webhooks }, document);
  for (const part of SHARED) {
    const entries = Object.entries(components[part] ?? {}).filter(([name]) => used.has(`#/components/${part}/${name}`));
    Object.assign(components, { [part]: Object.fromEntries(entries) });
  }
  return components;
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
