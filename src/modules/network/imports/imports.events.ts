import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { IntegerProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';

/** `import.done`. */
export class ImportDoneData {
  @UuidProperty('6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7') id!: string;
  @TextProperty('members', '`members` or `volumes`') kind!: string;
  @IntegerProperty(1000, 'rows that were written') accepted!: number;
  @IntegerProperty(0, 'rows that were known before') skipped!: number;
}

export const IMPORT_EVENTS = {
  'import.done': {
    aggregate: 'import',
    data: ImportDoneData,
    summary: 'A file was imported',
    description:
      'All of its rows have been written: members, or volumes. This is the only event about them: imported members have no `user.created` and no `member.enrolled`. Read the lists instead.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof IMPORT_EVENTS> {}
}
