import { Body } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { ChangeProfileDto, ProfileView } from './profile.dto.js';
import { Profiles } from './profile.service.js';

/** The profile of a user. */
@ClientController('account', { tag: 'Account', access: 'user', scope: 'profile' })
export class ProfileController {
  constructor(private readonly profiles: Profiles) {}

  @Endpoint('GET', {
    id: 'getProfile',
    summary: 'Read your profile',
    description: 'Your name, country, e-mail address and sponsor.',
    answer: ProfileView,
  })
  read(@CallerParam() caller: Caller): Promise<ProfileView> {
    return this.profiles.read(caller);
  }

  @Endpoint('PATCH', {
    id: 'changeProfile',
    summary: 'Change your profile',
    description: 'Omitted fields do not change. The e-mail address is changed at `account/email/`.',
    answer: ProfileView,
  })
  change(@CallerParam() caller: Caller, @Body() dto: ChangeProfileDto): Promise<ProfileView> {
    return this.profiles.change(caller, dto);
  }
}
