import {
  BooleanProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { Field, InstantField, TextField } from '#common/validation/index.js';
import { validateIp, MAX_URL, VERSION } from '../application.rules.js';
import { ADMISSION_RULES, type AdmissionRule } from './admission.rules.js';

const VERSION_PATTERN = { expression: VERSION, message: 'must be a version such as v1' };

/** A request as it might come. */
export class ExplainDto {
  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: MAX_URL,
    description: 'the Origin header',
    example: 'https://shop.example.com',
  })
  origin?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: MAX_URL,
    description: 'the Referer header',
    example: 'https://shop.example.com/cart',
  })
  referer?: string | null;

  @Field('text', validateIp, { type: String }, { description: 'the client’s address', example: '192.0.2.7' })
  ip!: string;

  @TextField({
    optional: true,
    max: 5,
    pattern: VERSION_PATTERN,
    description: 'the version in the path, default v1',
    example: 'v1',
  })
  version?: string;

  @InstantField({ optional: true, description: 'time of the request, default now' }) at?: string;
}

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
