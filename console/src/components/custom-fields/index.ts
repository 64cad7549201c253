export { CustomFieldInputs, NewCustomFields } from './custom-field-inputs';
export { customColumns, customListFilters } from './custom-field-lists';
export {
  changedTexts,
  newCustomFields,
  shownValue,
  textsOf,
  useCustomFields,
  type CustomField,
  type CustomFieldTexts,
  type CustomFieldValues,
} from './custom-fields';
export { CustomFieldsSection } from './custom-fields-section';
