export { NewCustomFields } from './custom-field-inputs';
export { CustomFieldFilters, customColumns, customFilterNames, customFilters } from './custom-field-lists';
export { newCustomFields, useCustomFields, type CustomField, type CustomFieldTexts } from './custom-fields';
export { CustomFieldsSection } from './custom-fields-section';
