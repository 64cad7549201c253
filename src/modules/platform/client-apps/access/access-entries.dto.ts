import { TextProperty } from '#common/openapi/decorators.js';
import { ChoiceField, TextListField } from '#common/validation/index.js';
import { MAX_ENTRIES } from '../application.rules.js';
import { ENTRY_KINDS, type EntryKind } from './access-rules.rules.js';

/** Entries to add to an access list. */
export class CheckEntriesDto {
  @ChoiceField(ENTRY_KINDS, { description: 'the kind of list', example: 'host' }) kind!: EntryKind;

  @TextListField({ maxItems: MAX_ENTRIES, validate: () => undefined, example: ['*.Example.com', 'example.com/shop'] })
  entries!: string[];
}

/** The validation result of an access list entry. */
export class CheckedEntryView {
  @TextProperty('*.Example.com') entry!: string;
  @TextProperty('*.example.com', 'null if the entry is invalid', { nullable: true }) stored_as!: string | null;
  @TextProperty(null, 'why the entry is invalid; null if it is valid', { nullable: true }) problem!: string | null;
}
