import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** `import.done`. */
export class ImportDoneData {
  @ApiProperty({ type: String, format: 'uuid', example: '6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7' })
  id!: string;

  @ApiProperty({ type: String, example: 'members', description: '`members` or `volumes`' })
  kind!: string;

  @ApiProperty({ type: 'integer', example: 1000, description: 'rows that were written' })
  accepted!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'rows that were known before' })
  skipped!: number;
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
