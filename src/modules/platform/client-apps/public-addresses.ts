import { Injectable } from '@nestjs/common';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { OutgoingHttp } from '#common/outgoing/index.js';
import { addProblem } from '#common/validation/index.js';
import type { SsoDto, WebhookDto } from './application.dto.js';

const NOT_PUBLIC = 'must be a public address; WEBHOOK_ALLOW_PRIVATE=true allows others';

/** The addresses of an application. */
interface Addresses {
  readonly webhook?: Pick<WebhookDto, 'url'> | null | undefined;
  readonly sso?: SsoDto | null | undefined;
}

/** Refuses addresses in private networks when they are registered, not when something is first sent there. */
@Injectable()
export class PublicAddresses {
  constructor(private readonly http: OutgoingHttp) {}

  /**
   * @param before what is registered: an address that stays is not looked at
   * @throws AppError VALIDATION on `webhook` and `sso`
   */
  async assertPublic(dto: Addresses, before: Addresses = {}): Promise<void> {
    const known = new Set(Object.values(addressesOf(before)));
    const errors: FieldErrors = {};
    for (const [path, address] of Object.entries(addressesOf(dto))) {
      if (address === undefined || address === null || known.has(address) || !(await this.http.isPrivate(address)))
        continue;
      addProblem(errors, path.split('.')[0]!, NOT_PUBLIC, path);
    }
    if (Object.keys(errors).length > 0) throw AppError.ofFields('VALIDATION', errors);
  }
}

function addressesOf({ webhook, sso }: Addresses): Record<string, string | null | undefined> {
  return { 'webhook.url': webhook?.url, 'sso.login_url': sso?.login_url, 'sso.logout_url': sso?.logout_url };
}
