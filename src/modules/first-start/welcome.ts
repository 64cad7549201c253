import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config/config.js';
import { Passwords, UsersService } from '../users/index.js';
import { DEMO_API_ADMIN, DEMO_MEMBERS, DEMO_PASSWORD, DEMO_SUPER_ADMIN_PASSWORD } from './demo-accounts.js';
import { DemoCommands } from './demo-commands.js';
import { SuperAdmin, type MadeSuperAdmin } from './super-admin.js';

/** Puts together what is printed at a start. Section 9 of the decisions. */
@Injectable()
export class Welcome {
  constructor(
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly superAdmin: SuperAdmin,
    private readonly commands: DemoCommands,
  ) {}

  /**
   * The lines: in a demo, commands to try; last, in a frame, addresses and the credentials that are still good. A password
   * from the settings is never among them.
   * @param made the super admin, if this start made it
   */
  async lines(made: MadeSuperAdmin | undefined): Promise<string[]> {
    const { publicUrl, demo } = this.config;
    const addresses = [`Console: ${publicUrl}/admin/`, `API reference: ${publicUrl}/docs`];
    if (!demo) return framed([...addresses, ...(await this.entrance(made))]);
    const [entrance, apiAdmin, members, commands] = await Promise.all([
      this.entrance(made),
      this.known('API admin', [DEMO_API_ADMIN.username], DEMO_PASSWORD),
      this.known(
        'Members',
        DEMO_MEMBERS.map(({ username }) => username),
        DEMO_PASSWORD,
      ),
      this.commands.lines(),
    ]);
    const attempt =
      commands.length === 0
        ? []
        : ['', ...commands, '', 'To try it as alice, copy these lines into a second terminal.'];
    return [...attempt, ...framed([...addresses, ...entrance, ...apiAdmin, ...members])];
  }

  /** Who can enter the admin module, as far as it may be told. */
  private async entrance(made: MadeSuperAdmin | undefined): Promise<string[]> {
    const { superAdminUsername, superAdminPassword, demo } = this.config;
    if (made?.password !== undefined)
      return [`Super admin: ${made.username} / ${made.password} (shown only this once)`];
    if (!(await this.superAdmin.exists(null))) {
      return [
        `Super admin: nobody can enter the console: "${superAdminUsername}" is no active super admin; set another SUPER_ADMIN_USERNAME`,
      ];
    }
    if (demo && superAdminPassword === undefined) {
      return this.known('Super admin', [superAdminUsername], DEMO_SUPER_ADMIN_PASSWORD);
    }
    return made === undefined ? [] : [`Super admin: ${made.username} / the password of SUPER_ADMIN_PASSWORD`];
  }

  /** A line with those users whose password is still the given one; none when there are none. */
  private async known(label: string, usernames: string[], password: string): Promise<string[]> {
    const good = await Promise.all(usernames.map((username) => this.isGood(username, password)));
    const names = usernames.filter((_, index) => good[index]);
    return names.length === 0 ? [] : [`${label}: ${names.join(', ')} / ${password}`];
  }

  private async isGood(username: string, password: string): Promise<boolean> {
    const user = await this.users.findCredentials(username);
    return user?.status === 'active' && (await this.passwords.matches(user.password_hash, password));
  }
}

/** Lines `label: value` between two rules, the colons below each other. No rule is beside them: they can be copied. */
function framed(lines: readonly string[]): string[] {
  const colon = Math.max(...lines.map((line) => line.indexOf(':')));
  const aligned = lines.map((line) => line.padStart(line.length + colon - line.indexOf(':')));
  const rule = '═'.repeat(Math.min(80, Math.max(...aligned.map(({ length }) => length))));
  return ['', rule, ...aligned, rule];
}
