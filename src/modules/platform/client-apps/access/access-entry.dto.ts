import { ApiProperty } from '#common/openapi/decorators.js';
import { ChoiceField, TextListField } from '#common/validation/index.js';
import { ENTRY_KINDS, type EntryKind } from './access-rules.rules.js';
import { MAX_ENTRIES } from '../application.rules.js';

/** Entries to add to an access list. */
export class CheckEntriesDto {
  @ChoiceField(ENTRY_KINDS, { description: 'the kind of list', example: 'host' })
  kind!: EntryKind;

  @TextListField({ maxItems: MAX_ENTRIES, validate: () => undefined, example: ['*.Example.com', 'example.com/shop'] })
  entries!: string[];
}

/** The validation result of an access list entry. */
export class CheckedEntryView {
  @ApiProperty({ example: '*.Example.com' })
  entry!: string;

  @ApiProperty({ type: String, nullable: true, example: '*.example.com', description: 'null if the entry is invalid' })
  stored_as!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'why the entry is invalid; null if it is valid',
  })
  problem!: string | null;
}
