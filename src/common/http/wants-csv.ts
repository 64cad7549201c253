import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ChoiceField } from '../validation/fields.js';

/** The media types of a list that is a CSV file too. */
export const FORMATS = ['json', 'csv'] as const;

/** The field `format` of a query: what the answer is, whatever the header `Accept` says. See `Downloads`. */
export function FormatField(): PropertyDecorator {
  return ChoiceField(FORMATS, {
    optional: true,
    description:
      '`csv`: the whole list as a CSV file, without paging; the header `Accept: text/csv` asks for the same. Default: by that header',
    example: 'json',
  });
}

/** Whether the answer is to be CSV, by `format` or the header `Accept`, as a controller parameter. See `Downloads`. */
export const WantsCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { query, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  const { format } = query as { format?: unknown };
  return format === undefined ? prefersCsv(headers.accept ?? '') : format === 'csv';
});

/** Whether a header `Accept` prefers CSV to JSON. Browsers and clients that name neither get JSON. */
export function prefersCsv(accept: string): boolean {
  const csv = qualityOf(accept, 'text/csv');
  return csv > 0 && csv > qualityOf(accept, 'application/json');
}

/** 0 for a type that is not named. */
function qualityOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    if (name !== type) continue;
    const quality = parameters.find((text) => text.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0;
  }
  return 0;
}
