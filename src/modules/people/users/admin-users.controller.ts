import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { CANNOT_APPROVE } from '../approvals/index.js';
import {
  ChangeUserDto,
  CreateUserDto,
  UsersQuery,
  ChangedUserView,
  UserView,
  UserWithPasswordView,
  UserUidParam,
} from './user.dto.js';
import { UserList, USERS_FILE } from './user-list.service.js';
import { UserAdministration } from './user-administration.service.js';
import { UserChanging } from './user-changing.service.js';
import { NO_HIGHER_ROLE, NO_PASSWORD, ONESELF } from './users.failures.js';

/** Users in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'users',
  { name: 'Admin: users', order: 160, description: 'Users, their roles and status.' },
  { read: 'users.read', write: 'users.write' },
)
export class AdminUsersController {
  constructor(
    private readonly users: UserAdministration,
    private readonly all: UserList,
    private readonly changing: UserChanging,
  ) {}

  @Endpoint('GET', {
    id: 'adminListUsers',
    summary: 'List users',
    description:
      'Newest first, unless `sort` says otherwise; `search` is a uid, or part of a username, an e-mail address or a name. A user with exactly this uid, username or e-mail address comes first; a whole e-mail address, or a whole username with a digit, finds nobody else. A search counts at most 10,000 others, and a list at most 50,000. The CSV file is in the order of the uids, and audited.',
    answer: UserView,
    paged: true,
    csv: USERS_FILE,
    filteredBy: 'users',
  })
  list(
    @CallerParam() caller: Caller,
    @Query() query: UsersQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<UserView>> {
    return this.all.list(caller, query, reader);
  }

  @Endpoint('POST', {
    id: 'adminCreateUser',
    summary: 'Create a user',
    description:
      'Without a password, one is generated and shown only in this response. Other roles than `member` need the permission `users.roles`.',
    body: CreateUserDto,
    answer: UserWithPasswordView,
    failures: [NO_HIGHER_ROLE, 'REAUTHENTICATION_REQUIRED'],
  })
  create(
    @CallerParam() caller: Caller,
    @Body(new ValidatedPipe(CreateUserDto)) body: Validated<CreateUserDto>,
  ): Promise<UserWithPasswordView> {
    return this.users.create(caller, body);
  }

  @Endpoint('GET :uid', { id: 'adminGetUser', summary: 'Read a user', description: 'One user.', answer: UserView })
  read(@CallerParam() caller: Caller, @UserUidParam() uid: number): Promise<UserView> {
    return this.users.read(caller, uid);
  }

  @Endpoint('PATCH :uid', {
    id: 'adminChangeUser',
    summary: 'Change a user',
    description:
      'Omitted fields do not change. A new password or the status `inactive` ends all sessions of the user. Users with a role of the admin module set their passwords themselves (`password-reset/`). Changing roles needs the permission `users.roles`. Taking a role from a user who may approve, or deactivating that user, may need a second person: then nothing is changed yet.',
    answer: ChangedUserView,
    failures: [ONESELF, NO_HIGHER_ROLE, NO_PASSWORD, ...CANNOT_APPROVE],
  })
  change(
    @CallerParam() caller: Caller,
    @UserUidParam() uid: number,
    @Body() dto: ChangeUserDto,
  ): Promise<ChangedUserView> {
    return this.changing.change(caller, uid, dto);
  }
}
