import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Earning } from './earning.entity.js';

/** The earnings ledger. */
@Module({
  imports: [TypeOrmModule.forFeature([Earning])],
})
export class EarningsModule {}
