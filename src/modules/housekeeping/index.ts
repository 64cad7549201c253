import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { Housekeeping } from './housekeeping.js';

@Module({ imports: [SessionsModule], providers: [Housekeeping] })
export class HousekeepingModule {}
