import type { FieldErrors } from '#common/errors/app-error.js';
import { isPlainObject } from '#common/validation/index.js';

/** Most bundles of one bulk request. See docs/spec/commerce-api.md#8. */
export const MAX_BULK = 50;

/** Most characters of an id or name that an error repeats. */
const MAX_ECHO = 200;

/** Why a bundle of a bulk request is set aside instead of validated. See docs/spec/commerce-api.md#4.4. */
type SetAsideReason = 'same_bundle_id' | 'bundle_id_null' | 'bundle_id_not_found';

/** A bundle that was not created. See docs/spec/service.md#5. */
export interface NotCreated {
  /** Index in the request, from 0. */
  index: number;
  bundle_id: string | null;
  name: string | null;
}

export type SetAside = Record<SetAsideReason, NotCreated[]>;

/** One bundle of a bulk request with its index. */
export interface Entry {
  index: number;
  plain: unknown;
}

/** The bundle ids of a request that could name existing bundles. */
export function bundleIdsOf(plains: readonly unknown[]): string[] {
  return plains.flatMap((plain) =>
    isPlainObject(plain) && typeof plain.bundle_id === 'string' ? [plain.bundle_id] : [],
  );
}

/**
 * Sets bundles aside whose id is null, absent, that of an existing bundle, or repeated; the first of a repeated id stays.
 * @param existing ids of live bundles
 */
export function sortOut(
  plains: readonly unknown[],
  existing: ReadonlySet<string>,
): { entries: Entry[]; setAside: SetAside } {
  const setAside: SetAside = { same_bundle_id: [], bundle_id_null: [], bundle_id_not_found: [] };
  const entries: Entry[] = [];
  const known = new Set(existing);
  plains.forEach((plain, index) => {
    const reason = reasonToSetAside(plain, known);
    if (reason === undefined) entries.push({ index, plain });
    else setAside[reason].push(notCreated(index, plain));
    if (isPlainObject(plain) && typeof plain.bundle_id === 'string') known.add(plain.bundle_id);
  });
  return { entries, setAside };
}

function reasonToSetAside(plain: unknown, known: ReadonlySet<string>): SetAsideReason | undefined {
  if (!isPlainObject(plain)) return undefined;
  const { bundle_id } = plain;
  if (bundle_id === undefined) return 'bundle_id_not_found';
  if (bundle_id === null) return 'bundle_id_null';
  // Blank ids are not duplicates: each is an error of its own.
  return typeof bundle_id === 'string' && bundle_id.trim() !== '' && known.has(bundle_id)
    ? 'same_bundle_id'
    : undefined;
}

/** A bundle that was not created, as the response lists it. */
function notCreated(index: number, plain: unknown): NotCreated {
  const { bundle_id, name } = isPlainObject(plain) ? plain : {};
  return {
    index,
    bundle_id: typeof bundle_id === 'string' ? bundle_id : null,
    name: typeof name === 'string' ? name.slice(0, MAX_ECHO) : null,
  };
}

/** Adds the problems of one bundle to those of the request, each with the bundle's index and id. */
export function addEntryProblems(all: FieldErrors, { index, plain }: Entry, errors: FieldErrors): void {
  const bundle_id =
    isPlainObject(plain) && typeof plain.bundle_id === 'string' ? plain.bundle_id.slice(0, MAX_ECHO) : undefined;
  for (const [field, problems] of Object.entries(errors)) {
    const placed = problems.map((problem) => ({
      ...problem,
      index,
      ...(bundle_id === undefined ? {} : { bundle_id }),
    }));
    all[field] = [...(all[field] ?? []), ...placed];
  }
}
