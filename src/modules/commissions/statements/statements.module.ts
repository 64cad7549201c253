import { Module } from '@nestjs/common';

/** What members see of their commissions. */
@Module({})
export class StatementsModule {}
