import { Body, Controller, Get, Param, Patch, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import {
  ChangeUserDto,
  CreateUserDto,
  UserAdministration,
  UsersQuery,
  UserView,
  UserWithPasswordView,
} from '../users/index.js';

/** Users in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: users')
@Access('super_admin')
@Controller({ path: 'admin/api/users', version: VERSION_NEUTRAL })
export class AdminUsersController {
  constructor(private readonly users: UserAdministration) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListUsers',
    summary: 'List users',
    description: 'Newest first; `search` is part of a username, an e-mail address or a name.',
  })
  @ApiAnswer(UserView, { paged: true })
  list(@Query() query: UsersQuery): Promise<Page<UserView>> {
    return this.users.list(query);
  }

  @Post()
  @ApiOperation({
    operationId: 'adminCreateUser',
    summary: 'Create a user',
    description: 'Without a password, one is generated and shown this once.',
  })
  @ApiAnswer(UserWithPasswordView)
  create(@CallerParam() caller: Caller, @Body() dto: CreateUserDto): Promise<UserWithPasswordView> {
    return this.users.create(caller, dto);
  }

  @Get(':uid')
  @ApiOperation({ operationId: 'adminGetUser', summary: 'Read a user', description: 'One user.' })
  @ApiAnswer(UserView)
  @ApiFailures('NOT_FOUND')
  read(@Param('uid') uid: string): Promise<UserView> {
    return this.users.read(uid);
  }

  @Patch(':uid')
  @ApiOperation({
    operationId: 'adminChangeUser',
    summary: 'Change a user',
    description: 'What is left out stays. A new password and the status `inactive` end all sessions of the user.',
  })
  @ApiAnswer(UserWithPasswordView)
  @ApiFailures('NOT_FOUND', {
    code: 'CONFLICT',
    message: 'a super admin cannot take the role from himself or deactivate himself',
  })
  change(
    @CallerParam() caller: Caller,
    @Param('uid') uid: string,
    @Body() dto: ChangeUserDto,
  ): Promise<UserWithPasswordView> {
    return this.users.change(caller, uid, dto);
  }
}
