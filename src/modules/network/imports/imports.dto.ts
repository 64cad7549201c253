import { PageQuery } from '#common/http/pagination.js';
import { BooleanField, TextField } from '#common/validation/index.js';

/** Query of an import. */
export class ImportQuery {
  @BooleanField({ optional: true, description: 'only tell what it would do', example: false })
  dry_run?: boolean;
}

/** Which imports a list is of. */
export class ImportsQuery extends PageQuery {
  @TextField({ optional: true, max: 20, description: 'only imports of this kind', example: 'volumes' })
  kind?: string;
}
