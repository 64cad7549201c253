export { NewCustomFields } from './custom-field-inputs';
export { customColumns, customListFilters } from './custom-field-lists';
export { newCustomFields, useCustomFields, type CustomField, type CustomFieldTexts } from './custom-fields';
export { CustomFieldsSection } from './custom-fields-section';
