import { type Caller, may, type Permission } from '#common/access/index.js';
import {
  CUSTOM_FIELD_RESOURCES,
  type CustomField,
  type CustomFieldResource,
  mayWrite,
  readableFields,
} from '#common/custom-fields/index.js';
import type { Language } from '#common/errors/problems.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** What reads the resource itself: who may not, is told nothing of its fields. */
const READING: Readonly<Record<CustomFieldResource, Permission>> = {
  users: 'users.read',
  members: 'network.read',
  orders: 'orders.read',
  order_lines: 'orders.read',
  bundles: 'bundles.read',
};

class CustomFieldChoiceView {
  @ApiProperty({ example: 'gold' })
  value!: string;

  @ApiProperty({ example: 'Gold' })
  label!: string;
}

/** A custom field, as far as a console needs to know. */
export class CustomFieldDeclarationView {
  @ApiProperty({ enum: CUSTOM_FIELD_RESOURCES, example: 'users' })
  resource!: CustomFieldResource;

  @ApiProperty({ example: 'tier', description: 'below `custom_fields` of the resource' })
  name!: string;

  @ApiProperty({ enum: ['text', 'number', 'decimal', 'boolean', 'date', 'choice'], example: 'choice' })
  type!: CustomField['type'];

  @ApiProperty({ example: 'Tier', description: 'in the language of `Accept-Language`' })
  label!: string;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'in the same language' })
  description!: string | null;

  @ApiProperty({ example: false, description: 'whether it has to have a value where the resource is created' })
  required!: boolean;

  @ApiProperty({ example: true, description: 'whether the user may change it, who may change the resource' })
  writable!: boolean;

  @ApiProperty({ example: true, description: 'whether lists have it as a column' })
  listed!: boolean;

  @ApiProperty({ example: true, description: 'whether `?custom_fields.<name>=` filters the list' })
  filterable!: boolean;

  @ApiProperty({ example: false, description: 'whether a text may have several lines' })
  multiline!: boolean;

  @ApiProperty({ type: Number, nullable: true, example: null, description: 'most characters of a text' })
  max_length!: number | null;

  @ApiProperty({ type: [CustomFieldChoiceView], description: 'what can be chosen; empty for other types' })
  choices!: CustomFieldChoiceView[];
}

/** The custom fields that somebody may read, in a language. */
export function customFieldsFor(caller: Caller, language: Language): CustomFieldDeclarationView[] {
  return CUSTOM_FIELD_RESOURCES.filter((resource) => may(caller, READING[resource])).flatMap((resource) =>
    readableFields(resource, caller).map(([name, field]) => ({
      resource,
      name,
      type: field.type,
      label: field.label[language],
      description: field.description?.[language] ?? null,
      required: field.required ?? false,
      writable: mayWrite(resource, field, caller),
      listed: field.listed ?? false,
      filterable: field.filterable ?? false,
      multiline: field.type === 'text' && (field.multiline ?? false),
      max_length: field.type === 'text' ? field.max : null,
      choices:
        field.type === 'choice'
          ? Object.entries(field.choices).map(([value, words]) => ({ value, label: words[language] }))
          : [],
    })),
  );
}
