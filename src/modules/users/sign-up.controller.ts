import { Body, Controller, Post } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { SignedUpView, SignUpDto } from './sign-up.dto.js';
import { SignUp } from './sign-up.service.js';

/** Signing members up through the API. */
@ApiTags('Users')
@Access('api_admin')
@Controller({ path: 'user', version: ROUTE_VERSION })
export class SignUpController {
  constructor(private readonly signUps: SignUp) {}

  /** Makes a member. */
  @Post('signup')
  @ApiOperation({
    operationId: 'signUp',
    summary: 'Sign a member up',
    description: 'Makes a user with the role member. A sponsor, when one is named, must be an active member.',
  })
  @ApiAnswer(SignedUpView)
  @ApiFailures(
    { code: 'VALIDATION', field: 'username', message: 'is already taken' },
    { code: 'VALIDATION', field: 'sponsor', message: 'is not the username of an active member' },
  )
  signUp(@CallerParam() caller: Caller, @Body() dto: SignUpDto): Promise<SignedUpView> {
    return this.signUps.signUp(caller, dto);
  }
}
