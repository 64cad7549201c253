import { type Caller, may, type Permission } from '#common/access/index.js';
import {
  CUSTOM_FIELD_RESOURCES,
  type CustomField,
  type CustomFieldResource,
  mayWrite,
  readableFields,
} from '#common/custom-fields/index.js';
import type { Language } from '#common/errors/problems.js';
import {
  BooleanProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';

/** What reads the resource itself: who may not, sees none of its fields. */
const READING: Readonly<Record<CustomFieldResource, Permission>> = {
  users: 'users.read',
  members: 'network.read',
  orders: 'orders.read',
  order_lines: 'orders.read',
  bundles: 'bundles.read',
};

class CustomFieldChoiceView {
  @TextProperty('gold') value!: string;
  @TextProperty('Gold') label!: string;
}

/** A custom field, as far as a console needs to know. */
export class CustomFieldDeclarationView {
  @ChoiceProperty(CUSTOM_FIELD_RESOURCES, 'users') resource!: CustomFieldResource;
  @TextProperty('tier', 'below `custom_fields` of the resource') name!: string;
  @ChoiceProperty(['text', 'number', 'decimal', 'boolean', 'date', 'choice'], 'choice') type!: CustomField['type'];
  @TextProperty('Tier', 'in the language of `Accept-Language`') label!: string;
  @TextProperty(null, 'in the same language', { nullable: true }) description!: string | null;
  @BooleanProperty(false, 'whether it has to have a value where the resource is created') required!: boolean;
  @BooleanProperty(true, 'whether the user may change it, who may change the resource') writable!: boolean;
  @BooleanProperty(true, 'whether lists have it as a column') listed!: boolean;
  @BooleanProperty(true, 'whether `?custom_fields.<name>=` filters the list') filterable!: boolean;
  @BooleanProperty(false, 'whether a text may have several lines') multiline!: boolean;
  @NumberProperty(null, 'most characters of a text', { nullable: true }) max_length!: number | null;
  @ListProperty(CustomFieldChoiceView, 'what can be chosen; empty for other types') choices!: CustomFieldChoiceView[];
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
