import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '#common/database/index.js';
import { ERROR_CODES } from '#common/errors/error-codes.js';
import { API_VERSION } from '#common/http/api-version.js';
import type { CheckedEntryView, CheckEntriesDto } from './access-entries.dto.js';
import { AccessRules, checkEntry, requestHost } from './access-rules.rules.js';
import { allChecks, type Check } from './admission.rules.js';
import { ApplicationKey } from '../keys/application-key.entity.js';
import { ApplicationsService } from '../applications.service.js';
import type { ExplainDto, ExplanationView } from './explain.dto.js';

/** Explains which rule would admit or refuse a request, with the rules of the guard. See docs/spec/service.md#8. */
@Injectable()
export class Explainer {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
  ) {}

  /**
   * Checks a request against the rules of an application, with its key that is valid longest.
   * @throws AppError NOT_FOUND
   */
  async explain(id: string, dto: ExplainDto): Promise<ExplanationView> {
    const application = await this.applications.read(id);
    const key = await this.db.manager.findOne(ApplicationKey, {
      where: { applicationId: id, revokedAt: IsNull() },
      order: { expiresAt: { direction: 'DESC', nulls: 'FIRST' } },
    });
    const checks = allChecks(
      {
        endsAt: key === null ? 0 : (key.expiresAt?.getTime() ?? Infinity),
        status: application.status,
        maintenanceMessage: application.maintenance_message,
        apiVersion: application.api_version,
        rules: new AccessRules(application.access),
      },
      {
        host: requestHost(asOrigin(dto.origin), dto.referer ?? undefined),
        ip: dto.ip,
        version: dto.version ?? API_VERSION,
        at: dto.at === undefined ? Date.now() : Date.parse(dto.at),
      },
    );
    return explanation(checks);
  }

  /** Checks entries of access lists; nothing is stored. */
  check({ kind, entries }: CheckEntriesDto): CheckedEntryView[] {
    return entries.map((entry) => ({ entry, ...checkEntry(kind, entry) }));
  }
}

/** An origin; a bare host is accepted as well. */
function asOrigin(origin: string | null | undefined): string | undefined {
  if (origin === null || origin === undefined) return undefined;
  return origin.includes('://') ? origin : `https://${origin}`;
}

function explanation(checks: Check[]): ExplanationView {
  const refusal = checks.find(({ passed }) => !passed);
  const deciding = refusal ?? checks.findLast(({ entry }) => entry !== undefined);
  return {
    admitted: refusal === undefined,
    status_code: refusal === undefined ? 200 : ERROR_CODES[refusal.code].status,
    type: refusal === undefined ? 'OK' : ERROR_CODES[refusal.code].type,
    message: refusal?.message ?? 'the request is admitted',
    rule: deciding?.rule ?? null,
    entry: deciding?.entry ?? null,
    checks: checks.map(({ rule, passed, entry }) => ({ rule, passed, entry: entry ?? null })),
  };
}
