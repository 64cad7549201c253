import type { Plan, Problem } from '../../engine/index.js';

/** Which placement tree the network has. */
export type PlacementTree = 'none' | 'binary' | 'matrix';

/** What a valid plan cannot do in the network as it is: bonuses on a placement tree that is not there pay nobody. */
export function warningsOf({ bonuses }: Plan, placement: PlacementTree): Problem[] {
  return bonuses.flatMap((bonus, at) => {
    const path = `bonuses[${at}]`;
    if (bonus.type === 'binary' && placement !== 'binary')
      return [{ path, message: 'pays nobody: the network has no binary placement tree' }];
    if (bonus.type === 'unilevel' && bonus.tree === 'placement' && placement === 'none')
      return [{ path, message: 'pays nobody: the network has no placement tree' }];
    return [];
  });
}
