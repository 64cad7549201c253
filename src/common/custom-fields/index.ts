export { CustomFieldsModule, CustomFieldStore } from './custom-fields.js';
export {
  CUSTOM_FIELD_RESOURCES,
  fieldsOf,
  type CustomField,
  type CustomFieldResource,
  type CustomFields,
  type Words,
} from './declaration.js';
export { CustomFieldsBody, CustomFieldsColumn, CustomFieldsView, keptAt } from './decorators.js';
export { customFieldFilters, narrow } from './filters.js';
export {
  acceptCustomFields,
  auditedCustomFields,
  changedCustomFields,
  changedSql,
  type CustomFieldChange,
  type CustomFieldValue,
  type CustomFieldValues,
  lastingFields,
  lastingSql,
  mayWrite,
  type Party,
  readableFields,
  type ShownCustomFields,
  shownCustomFields,
  validateCustomFields,
  validateCustomField,
  wholeForAudit,
  withoutPersonal,
  withoutPersonalFields,
} from './values.js';
