import { BooleanField } from '../../../common/validation/index.js';

/** Query of an import. */
export class ImportQuery {
  @BooleanField({ optional: true, description: 'only tell what it would do', example: false })
  dry_run?: boolean;
}
