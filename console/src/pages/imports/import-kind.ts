import type { Permission } from '../../api/permissions';

/** A column of a file, as the pages explain it. */
interface FileColumn {
  name: string;
  isRequired?: boolean;
  /** What other systems call it. */
  aliases?: readonly string[];
  text: string;
  /** A warning if no column of a file is this one. */
  warningIfMissing?: string;
  /** What it may contain, where the template leaves it empty. */
  example?: string;
}

/** What can be imported. */
export interface ImportKind {
  /** As the service calls it, and the page's address. */
  name: string;
  /** `Members`. */
  label: string;
  /** What its rows are: `member`. */
  row: string;
  /** Where its files are sent to. */
  path: string;
  /** What one needs to import it. */
  permission: Permission;
  /** What one brings in, and what should be there before. */
  text: string;
  /** What can be done about its rows once they are written. */
  undoing: string;
  columns: readonly FileColumn[];
  /** Further columns, by their names, which are imported as they are. */
  others?: { names: RegExp; text: string };
  /** Rows of the template, as texts by column. */
  examples: readonly Readonly<Record<string, string>>[];
}
