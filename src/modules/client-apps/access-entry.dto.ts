import { ApiProperty } from '../../common/openapi/decorators.js';
import { ChoiceField, TextListField } from '../../common/validation/index.js';
import { ENTRY_KINDS, type EntryKind } from './access-rules.rules.js';
import { MAX_ENTRIES } from './application.rules.js';

/** Entries that somebody is about to put on an access list. */
export class CheckEntriesDto {
  @ChoiceField(ENTRY_KINDS, { description: 'which lists they are for', example: 'host' })
  kind!: EntryKind;

  @TextListField({ maxItems: MAX_ENTRIES, judge: () => undefined, example: ['*.Example.com', 'example.com/shop'] })
  entries!: string[];
}

/** What an access list would make of an entry. */
export class CheckedEntryView {
  @ApiProperty({ example: '*.Example.com' })
  entry!: string;

  @ApiProperty({ type: String, nullable: true, example: '*.example.com', description: 'null when it is refused' })
  stored_as!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'why it is refused; null when it is not' })
  problem!: string | null;
}
