import { FormatField, type FORMATS } from '#common/http/wants-csv.js';
import { TextField } from '#common/validation/index.js';

/** Query of the compliance page. */
export class ComplianceQuery {
  @TextField({
    max: 8,
    description: 'a period whose run is posted, such as `2026-10` or `2026-W44`, or a year, such as `2026`',
    example: '2026-10',
    pattern: {
      expression: /^20\d\d(-(0[1-9]|1[0-2]|W(0[1-9]|[1-4]\d|5[0-3])))?$/,
      message: 'must be a period such as 2026-10 or 2026-W44, or a year such as 2026',
    },
  })
  period!: string;

  @FormatField()
  format?: (typeof FORMATS)[number];
}
