import { Body } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { AddAddressDto, AddressIdParam, AddressView, ChangeAddressDto } from './addresses.dto.js';
import { Addresses, NO_STATE, TOO_MANY_ADDRESSES } from './addresses.service.js';

/** One's own addresses. */
@ClientController('account/addresses', { tag: 'Account', access: 'user', scope: 'profile' })
export class AddressesController {
  constructor(private readonly addresses: Addresses) {}

  @Endpoint('GET', {
    id: 'listAddresses',
    summary: 'List your addresses',
    description: 'All of them, at most 20, oldest first.',
    answer: AddressView,
    isArray: true,
  })
  list(@CallerParam() caller: Caller): Promise<AddressView[]> {
    return this.addresses.list(caller);
  }

  @Endpoint('POST', {
    id: 'addAddress',
    summary: 'Add an address',
    description: 'A new default replaces the earlier one. At most 20 addresses.',
    answer: AddressView,
    failures: [NO_STATE, TOO_MANY_ADDRESSES],
  })
  add(@CallerParam() caller: Caller, @Body() dto: AddAddressDto): Promise<AddressView> {
    return this.addresses.add(caller, dto);
  }

  @Endpoint('PATCH :id', {
    id: 'changeAddress',
    summary: 'Change an address',
    description: 'Omitted fields do not change; a new country removes the state.',
    answer: AddressView,
    failures: [notFound('address'), NO_STATE],
  })
  change(
    @CallerParam() caller: Caller,
    @AddressIdParam() id: number,
    @Body() dto: ChangeAddressDto,
  ): Promise<AddressView> {
    return this.addresses.change(caller, id, dto);
  }

  @Endpoint('DELETE :id', {
    id: 'deleteAddress',
    summary: 'Delete an address',
    description: 'If it was a default, there is no default afterwards.',
    answer: null,
    failures: [notFound('address')],
  })
  delete(@CallerParam() caller: Caller, @AddressIdParam() id: number): Promise<void> {
    return this.addresses.delete(caller, id);
  }
}
