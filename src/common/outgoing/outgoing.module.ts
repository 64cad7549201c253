import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AddressGuard, nameServers, system } from './address-guard.js';
import { OutgoingHttp } from './outgoing-http.js';
import { isPublicAddress } from './public-address.rules.js';

/** {@link OutgoingHttp}, for every room. */
@Global()
@Module({
  providers: [
    {
      provide: AddressGuard,
      inject: [Config],
      useFactory: ({ webhookAllowPrivate }: Config) =>
        webhookAllowPrivate ? new AddressGuard(() => true, system) : new AddressGuard(isPublicAddress, nameServers()),
    },
    OutgoingHttp,
  ],
  exports: [OutgoingHttp],
})
export class OutgoingModule {}
