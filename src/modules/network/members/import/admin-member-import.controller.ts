import { Headers, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import {
  type Streamed,
  STREAMED_TYPES,
  StreamedBody,
  StreamedParam,
  type StreamedType,
} from '#common/http/streamed-body.js';
import { EMPTY, ImportQuery, Imports, ImportView, NO_ROOM, TOO_LARGE, TOO_MANY_WAITING } from '../../imports/index.js';

const EXAMPLES: Readonly<Record<StreamedType, string>> = {
  'application/x-ndjson': [
    '{"username":"ada","email":"ada@example.com","first_name":"Ada","last_name":"Sommer","country_code":"DE","kind":"distributor","enrolled_at":"2019-03-01","title_rank":"gold"}',
    '{"username":"ben","kind":"distributor","sponsor":"ada","placement_parent":"ada","placement_leg":1,"enrolled_at":"2020-06-15T09:30:00Z"}',
    '{"username":"cleo","kind":"customer","sponsor":"ben","enrolled_at":"2021-01-10"}',
  ].join('\n'),
  'text/csv': [
    'username,email,first_name,last_name,country_code,kind,status,sponsor,placement_parent,placement_leg,enrolled_at,title_rank',
    'ada,ada@example.com,Ada,Sommer,DE,distributor,active,,,,2019-03-01,gold',
    'ben,,Ben,Winter,AT,distributor,active,ada,ada,1,2020-06-15T09:30:00Z,',
    'cleo,,,,,customer,active,ben,,,2021-01-10,',
  ].join('\n'),
};

/** The import of members in the admin module. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.write')
export class AdminMemberImportController {
  constructor(private readonly imports: Imports) {}

  @Endpoint('POST import', {
    id: 'adminImportMembers',
    summary: 'Import members',
    description:
      'Rows of NDJSON, or of CSV with a header: `username`, `kind`, `enrolled_at`, and optionally `email`, `first_name`, `last_name`, `country_code`, `status` (default: active), `sponsor`, `placement_parent` with `placement_leg`, and `title_rank`. Rows may be in any order; `sponsor` and `placement_parent` are usernames, of the file or of members. A distributor without a sponsor is a root of both trees; one with a sponsor and without a placement waits in the holding tank. All rows are written or none. Members have no password until one is set, and no `user.created` or `member.enrolled` is sent: `import.done` stands for all. The import goes on after the response: read it by its `id`.',
    answer: ImportView,
    body: { type: String, description: 'one row a line, at most 10,000,000', files: EXAMPLES },
    consumes: STREAMED_TYPES,
    failures: [EMPTY, TOO_LARGE, TOO_MANY_WAITING, NO_ROOM],
  })
  @StreamedBody()
  import(
    @CallerParam() caller: Caller,
    @Query() { dry_run: isDryRun = false }: ImportQuery,
    @Headers('idempotency-key') key: string | undefined,
    @StreamedParam() file: Streamed,
  ): Promise<ImportView> {
    return this.imports.receive(caller, { kind: 'members', isDryRun, key }, file);
  }
}
