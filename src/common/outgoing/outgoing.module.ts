import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AddressGuard } from './address-guard.js';
import { resolveByNameServers, resolveBySystem } from './name-resolvers.js';
import { OutgoingHttp } from './outgoing-http.js';
import { isPublicAddress } from './public-address.rules.js';

/** Gives every room {@link OutgoingHttp}. */
@Global()
@Module({
  providers: [
    {
      provide: AddressGuard,
      inject: [Config],
      useFactory: ({ webhookAllowPrivate }: Config) =>
        webhookAllowPrivate
          ? new AddressGuard(() => true, resolveBySystem)
          : new AddressGuard(isPublicAddress, resolveByNameServers),
    },
    OutgoingHttp,
  ],
  exports: [OutgoingHttp],
})
export class OutgoingModule {}
