import { isWithin, pathText, type Path } from '../document/paths';
import type { Problems } from '../editor/use-plan-document';

/** How many places at a path, or below it, have problems. */
export function countBelow(problems: Problems, path: Path): number {
  const above = pathText(path);
  return [...problems.keys()].filter((one) => isWithin(one, above)).length;
}
