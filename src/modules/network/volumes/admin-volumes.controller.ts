import { Body, Headers, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ImportEndpoint, ImportQuery, Imports, ImportView } from '#platform/imports/index.js';
import { type Streamed, StreamedParam } from '#common/http/streamed-body.js';
import { IN_POSTED_PERIOD, PART_OF, REVERSED, WITHIN_BOUNDS } from './volume-ledger.js';
import {
  AdjustVolumesDto,
  ReverseVolumesDto,
  VolumesQuery,
  VolumeSumsView,
  VolumeView,
  VolumeRowIdParam,
} from './volumes.dto.js';
import { VolumesService } from './volumes.service.js';

const EXAMPLES = {
  'application/x-ndjson': [
    '{"external_id":"s-1","username":"maria","at":"2025-11-20T09:30:00Z","business_volume":40,"points":38.5,"cumulative_volume":40}',
    '{"external_id":"r-1","username":"maria","at":"2025-11-24","business_volume":-20,"points":-19.25,"cumulative_volume":-20,"takes_back":"s-1"}',
  ].join('\n'),
  'text/csv': [
    'external_id,username,at,business_volume,points,cumulative_volume,price,takes_back',
    's-1,maria,2025-11-20T09:30:00Z,40,38.5,40,59.9,',
    'r-1,maria,2025-11-24,-20,-19.25,-20,-29.95,s-1',
  ].join('\n'),
};

/** The volume ledger in the admin module. See docs/spec/commissions.md#1. */
@AdminController(
  'volumes',
  {
    name: 'Admin: volumes',
    order: 175,
    description:
      'The volume ledger: what was sold, cancelled, returned, adjusted and imported. Rows are never changed.',
  },
  { read: 'volumes.read', write: 'volumes.write' },
)
export class AdminVolumesController {
  constructor(
    private readonly volumes: VolumesService,
    private readonly imports: Imports,
  ) {}

  @Endpoint('GET', {
    id: 'adminListVolumes',
    summary: 'Read the volume ledger',
    description:
      'Newest first. An order has a row for each line from the moment when it is paid, and negative rows for what was cancelled or returned. `search` is the uid or part of the username, name or e-mail address of a member; of those who are not meant exactly it finds the newest 1,000. `count` is at most 50,000, and 10,000 of what a search finds, as are `sums`; go further back by `to`. A CSV file has all.',
    answer: VolumeView,
    paged: true,
    sums: VolumeSumsView,
    csv: true,
  })
  list(@Query() query: VolumesQuery, @FileFor() reader?: Caller): Promise<ListAnswer<VolumeView>> {
    return this.volumes.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminAdjustVolumes',
    summary: 'Adjust volumes',
    description:
      'Adds a row to a member’s volumes; amounts may be negative, and one of them must not be 0. It can only be undone by another row.',
    answer: VolumeView,
    failures: [
      IN_POSTED_PERIOD,
      {
        code: 'VALIDATION',
        field: 'at',
        message: 'must not be before the member came, which was at 2026-10-01T00:00:00.000Z',
      },
    ],
  })
  adjust(@CallerParam() caller: Caller, @Body() dto: AdjustVolumesDto): Promise<VolumeView> {
    return this.volumes.adjust(caller, dto);
  }

  @Endpoint('POST :id/reverse', {
    id: 'adminReverseVolumes',
    summary: 'Reverse an impossible row',
    description:
      'For a row from before amounts were limited, with more than 1,000,000,000: such rows cannot be added up. Writes an adjustment that takes its amounts off, at its own instant, and one for each row that takes it back or moved it. Returns the first.',
    answer: VolumeView,
    failures: [notFound('row'), WITHIN_BOUNDS, PART_OF, REVERSED, IN_POSTED_PERIOD],
  })
  reverse(
    @CallerParam() caller: Caller,
    @VolumeRowIdParam() id: number,
    @Body() dto: ReverseVolumesDto,
  ): Promise<VolumeView> {
    return this.volumes.reverse(caller, id, dto);
  }

  @ImportEndpoint({
    id: 'adminImportVolumes',
    summary: 'Import volumes',
    columns:
      '`external_id`, `username`, `at`, `business_volume`, `points`, `cumulative_volume`, and optionally `price`, `wholesale_price` and `takes_back`, the `external_id` of an earlier row of the member; its amounts are then not above 0. Amounts are those of the row in all. All rows are written or none; one whose `external_id` is known is skipped.',
    body: 'one row a line',
    examples: EXAMPLES,
  })
  import(
    @CallerParam() caller: Caller,
    @Query() query: ImportQuery,
    @Headers('idempotency-key') key: string | undefined,
    @StreamedParam() file: Streamed,
  ): Promise<ImportView> {
    return this.imports.receive(caller, { kind: 'volumes', query, key }, file);
  }
}
