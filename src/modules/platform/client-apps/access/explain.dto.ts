import {
  BooleanProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ADMISSION_RULES, type AdmissionRule } from './admission.rules.js';

/** The result of one rule. */
export class CheckView {
  @ChoiceProperty(ADMISSION_RULES, 'host_allow') rule!: AdmissionRule;
  @BooleanProperty(true) passed!: boolean;
  @TextProperty('*.example.com', 'the list entry that decided', { nullable: true }) entry!: string | null;
}

/** Explain which rule would allow or reject a request. */
export class ExplanationView {
  @BooleanProperty(true) admitted!: boolean;
  @NumberProperty(200, 'status code of the response') status_code!: number;
  @TextProperty('OK', 'error type of the response') type!: string;
  @TextProperty('the request is admitted') message!: string;

  @ChoiceProperty(
    ADMISSION_RULES,
    'host_allow',
    'the rule that rejects it, or else the last list that matches it; null if it is allowed because no list matches',
    { nullable: true },
  )
  rule!: AdmissionRule | null;

  @TextProperty('*.example.com', 'the entry of that rule’s list', { nullable: true }) entry!: string | null;
  @ListProperty(CheckView, 'all rules, in the order in which they are checked') checks!: CheckView[];
}
