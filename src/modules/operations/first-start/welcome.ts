import { Injectable } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Passwords, UsersService } from '#people/users/index.js';
import { DEMO_API_ADMIN, DEMO_LOGINS, DEMO_PASSWORD, DEMO_SUPER_ADMIN_PASSWORD } from './demo-accounts.js';
import { DemoCommands } from './demo-commands.js';
import type { CreatedSuperAdmin } from './super-admin.js';

/** Composes what is printed at a start. See docs/spec/service.md#9. */
@Injectable()
export class Welcome {
  constructor(
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly commands: DemoCommands,
  ) {}

  /**
   * The lines: in a demo, commands to try; last, in a frame, addresses and the credentials that still work. A password from
   * the settings is never printed.
   * @param created the super admin, if this start created it
   */
  async lines(created: CreatedSuperAdmin | undefined): Promise<string[]> {
    const { publicUrl, demo } = this.config;
    const shop = demo ? [`Shop: ${publicUrl}/shop/`] : [];
    const addresses = [...shop, `Console: ${publicUrl}/admin/`, `API reference: ${publicUrl}/docs`];
    if (!demo) return framed([...addresses, ...(await this.superAdminLine(created))]);
    const [superAdminLine, apiAdmin, members, commands] = await Promise.all([
      this.superAdminLine(created),
      this.accounts('API admin', [DEMO_API_ADMIN.username], DEMO_PASSWORD),
      this.accounts('Members', DEMO_LOGINS, DEMO_PASSWORD),
      this.commands.lines(),
    ]);
    const attempt =
      commands.length === 0
        ? []
        : ['', ...commands, '', 'To try it as alice, copy these lines into a second terminal.'];
    return [...attempt, ...framed([...addresses, ...superAdminLine, ...apiAdmin, ...members])];
  }

  /** The super admin's account, or why there is none. */
  private async superAdminLine(created: CreatedSuperAdmin | undefined): Promise<string[]> {
    const { superAdminUsername, superAdminPassword, demo } = this.config;
    if (created?.password !== undefined)
      return [`Super admin: ${created.username} / ${created.password} (shown only this once)`];
    if (!(await this.users.hasSuperAdmin())) {
      return [
        `Super admin: no one can log in to the console: "${superAdminUsername}" is not an active super admin; set another SUPER_ADMIN_USERNAME`,
      ];
    }
    if (demo && superAdminPassword === undefined) {
      return this.accounts('Super admin', [superAdminUsername], DEMO_SUPER_ADMIN_PASSWORD);
    }
    return created === undefined ? [] : [`Super admin: ${created.username} / the password of SUPER_ADMIN_PASSWORD`];
  }

  /** A line with the users whose password is still the given one; none without such users. */
  private async accounts(label: string, usernames: readonly string[], password: string): Promise<string[]> {
    const working = await Promise.all(usernames.map((username) => this.works(username, password)));
    const names = usernames.filter((_, index) => working[index]);
    return names.length === 0 ? [] : [`${label}: ${names.join(', ')} / ${password}`];
  }

  private async works(username: string, password: string): Promise<boolean> {
    const user = await this.users.findByLogin(username);
    return user?.status === 'active' && (await this.passwords.matches(user.passwordHash, password, ''));
  }
}

/** Lines `label: value` between two rules, colons aligned. Nothing stands beside them, so they can be copied. */
function framed(lines: readonly string[]): string[] {
  const colon = Math.max(...lines.map((line) => line.indexOf(':')));
  const aligned = lines.map((line) => line.padStart(line.length + colon - line.indexOf(':')));
  const rule = '═'.repeat(Math.min(80, Math.max(...aligned.map(({ length }) => length))));
  return ['', rule, ...aligned, rule];
}
