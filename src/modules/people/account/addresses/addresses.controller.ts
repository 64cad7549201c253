import { Body } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { AddAddressDto, AddressIdParam, AddressView, ChangeAddressDto } from './addresses.dto.js';
import { Addresses, NO_STATE, TOO_MANY_ADDRESSES } from './addresses.service.js';

/** One's own addresses. */
@ClientController('account/addresses', { tag: 'Account', access: 'user' })
export class AddressesController {
  constructor(private readonly addresses: Addresses) {}

  @Endpoint('GET', {
    id: 'listAddresses',
    summary: 'List one’s own addresses',
    description: 'All, 20 at most, in the order in which they were added.',
    answer: AddressView,
    isArray: true,
  })
  list(@CallerParam() caller: Caller): Promise<AddressView[]> {
    return this.addresses.list(caller);
  }

  @Endpoint('POST', {
    id: 'addAddress',
    summary: 'Add an address',
    description: 'A default takes the place of the one that was there. 20 addresses at most.',
    answer: AddressView,
    failures: [NO_STATE, TOO_MANY_ADDRESSES],
  })
  add(@CallerParam() caller: Caller, @Body() dto: AddAddressDto): Promise<AddressView> {
    return this.addresses.add(caller, dto);
  }

  @Endpoint('PATCH :id', {
    id: 'changeAddress',
    summary: 'Change an address',
    description: 'What is left out stays; the state goes with the country.',
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
    description: 'If it was a default, there is none then.',
    answer: null,
    failures: [notFound('address')],
  })
  delete(@CallerParam() caller: Caller, @AddressIdParam() id: number): Promise<void> {
    return this.addresses.delete(caller, id);
  }
}
