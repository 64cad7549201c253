import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { IntegerProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';

/** `import.done`. */
export class ImportDoneData {
  @UuidProperty('6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7') id!: string;
  @TextProperty('members', '`members`, `volumes` or `bundles`') kind!: string;
  @IntegerProperty(1000, 'rows that were written') accepted!: number;
  @IntegerProperty(0, 'rows that were known before') skipped!: number;
}

export const IMPORT_EVENTS = {
  'import.done': {
    aggregate: 'import',
    data: ImportDoneData,
    summary: 'A file was imported',
    description:
      'All of its rows have been written: members, volumes or bundles. Imported members have no `user.created` and no `member.enrolled`; read the lists instead. Imported bundles have `bundle.created`, as any other.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof IMPORT_EVENTS> {}
}
