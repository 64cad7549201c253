import { ApiProperty } from '../../common/openapi/decorators.js';
import { ADMISSION_RULES, type AdmissionRule } from './admission.rules.js';

/** What one rule says of a request. */
export class CheckView {
  @ApiProperty({ enum: ADMISSION_RULES, example: 'host_allow' })
  rule!: AdmissionRule;

  @ApiProperty({ example: true })
  passed!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '*.example.com',
    description: 'the entry of the list that decided',
  })
  entry!: string | null;
}

/** Which rule would admit or refuse a request. */
export class ExplanationView {
  @ApiProperty({ example: true })
  admitted!: boolean;

  @ApiProperty({ example: 200, description: 'the status that the client would get' })
  status_code!: number;

  @ApiProperty({ example: 'OK', description: 'the type of the error that the client would get' })
  type!: string;

  @ApiProperty({ example: 'the request is admitted' })
  message!: string;

  @ApiProperty({
    enum: ADMISSION_RULES,
    nullable: true,
    example: 'host_allow',
    description:
      'the rule that refuses; else the last list that names the request; null when it is admitted because none speaks against it',
  })
  rule!: AdmissionRule | null;

  @ApiProperty({ type: String, nullable: true, example: '*.example.com', description: 'the entry of that rule’s list' })
  entry!: string | null;

  @ApiProperty({ type: [CheckView], description: 'all rules in the order in which they are checked' })
  checks!: CheckView[];
}
