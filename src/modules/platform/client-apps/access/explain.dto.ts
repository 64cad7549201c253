import { ApiProperty } from '#common/openapi/decorators.js';
import { ADMISSION_RULES, type AdmissionRule } from './admission.rules.js';

/** The result of one rule. */
export class CheckView {
  @ApiProperty({ enum: ADMISSION_RULES, example: 'host_allow' })
  rule!: AdmissionRule;

  @ApiProperty({ example: true })
  passed!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '*.example.com',
    description: 'the list entry that decided',
  })
  entry!: string | null;
}

/** Explain which rule would allow or reject a request. */
export class ExplanationView {
  @ApiProperty({ example: true })
  admitted!: boolean;

  @ApiProperty({ example: 200, description: 'status code of the response' })
  status_code!: number;

  @ApiProperty({ example: 'OK', description: 'error type of the response' })
  type!: string;

  @ApiProperty({ example: 'the request is admitted' })
  message!: string;

  @ApiProperty({
    enum: ADMISSION_RULES,
    nullable: true,
    example: 'host_allow',
    description:
      'the rule that rejects it, or else the last list that matches it; null if it is allowed because no list matches',
  })
  rule!: AdmissionRule | null;

  @ApiProperty({ type: String, nullable: true, example: '*.example.com', description: 'the entry of that rule’s list' })
  entry!: string | null;

  @ApiProperty({ type: [CheckView], description: 'all rules, in the order in which they are checked' })
  checks!: CheckView[];
}
